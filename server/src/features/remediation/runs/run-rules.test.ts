import { describe, expect, it } from 'vitest'
import { breakerAfter, handover, isBelowCap, isForAgent } from './run-rules.ts'

const ISSUE = {
  source: 'auto',
  status: 'open',
  is_prevention: 0,
  instance_id: 'i1',
  media_type: 'movie',
} as const
const ALL_ON = { enabled: true, auto_dispatch: true }

describe('whether the agent looks into an issue (2:4.9)', () => {
  it.each([
    ['a detected problem', {}, ALL_ON, true],
    ['a detected problem without auto_dispatch', {}, { ...ALL_ON, auto_dispatch: false }, false],
    ['a report', { source: 'user' }, ALL_ON, true],
    ['a report without auto_dispatch', { source: 'user' }, { ...ALL_ON, auto_dispatch: false }, true],
    ['a report while the agent is off', { source: 'user' }, { ...ALL_ON, enabled: false }, false],
    ['a problem of Foyer itself', { source: 'system', media_type: 'system' }, ALL_ON, false],
    ['a setting that keeps causing problems', { is_prevention: 1 }, ALL_ON, false],
    ['one without a library', { instance_id: null }, ALL_ON, false],
    ['one that is observed', { status: 'observing' }, ALL_ON, false],
    ['one that was reopened', { status: 'needs_admin' }, ALL_ON, false],
    ['one that is closed', { status: 'resolved' }, ALL_ON, false],
  ] as const)('%s', (_name, change, settings, expected) => {
    expect(isForAgent({ ...ISSUE, ...change }, settings)).toBe(expected)
  })

  it.each([
    [0, 0, false],
    [1, 0, true],
    [1, 1, false],
    [50, 49, true],
    [50, 51, false],
  ])('a cap of %i with %i begun: %s (C48)', (daily_run_cap, started, expected) => {
    expect(isBelowCap({ daily_run_cap }, started)).toBe(expected)
  })
})

describe('the circuit breaker (2:4.9)', () => {
  const before = { giveups_in_a_row: 1, circuit_breaker_giveups: 3, auto_dispatch: true }
  const last = { ...before, giveups_in_a_row: 2 }
  it.each([
    ['counts what gave up', before, 'gave_up', 'max_steps', { giveups_in_a_row: 2, is_tripped: false }],
    ['counts what failed', before, 'failed', 'model_error', { giveups_in_a_row: 2, is_tripped: false }],
    [
      'starts again with a success',
      last,
      'succeeded',
      'resolved',
      { giveups_in_a_row: 0, is_tripped: false },
    ],
    ['trips, and then starts again', last, 'failed', 'timeout', { giveups_in_a_row: 0, is_tripped: true }],
    ['ignores what was aborted', last, 'aborted', 'aborted', { giveups_in_a_row: 2, is_tripped: false }],
    [
      'ignores reporters who do not answer',
      last,
      'gave_up',
      'user_unresponsive',
      { giveups_in_a_row: 2, is_tripped: false },
    ],
    [
      'has nothing to turn off without auto_dispatch',
      { ...last, auto_dispatch: false },
      'gave_up',
      'max_steps',
      { giveups_in_a_row: 3, is_tripped: false },
    ],
    [
      'trips with the next one when it was turned on meanwhile',
      { ...last, giveups_in_a_row: 7 },
      'gave_up',
      'max_steps',
      { giveups_in_a_row: 0, is_tripped: true },
    ],
  ] as const)('%s', (_name, saved, status, stop_reason, expected) => {
    expect(breakerAfter(saved, { status, stop_reason })).toEqual(expected)
  })
})

it('a handover after a look at the library succeeded; without one there is no diagnosis', () => {
  expect(handover(true)).toEqual({ status: 'succeeded', stop_reason: null })
  expect(handover(false)).toEqual({ status: 'gave_up', stop_reason: 'no_diagnosis' })
})
