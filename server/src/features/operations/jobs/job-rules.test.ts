import { describe, expect, it } from 'vitest'
import { canRunNow, waitsFor } from './job-rules.ts'

const NOW = '2026-11-17T09:00:00.000Z'
const job = {
  id: 1,
  name: 'nightly-backup',
  state: 'ready' as const,
  reason: null,
  attempts: 0,
  run_at: NOW,
  created_at: NOW,
  updated_at: NOW,
  lane_busy: false,
}
const later = { run_at: '2026-11-17T09:00:00.001Z' }

describe('what a job waits for', () => {
  it.each([
    ['its time', later, 'time'],
    ['the next attempt', { ...later, attempts: 2 }, 'retry'],
    ['its lane', { lane_busy: true }, 'lane'],
    ['its turn', {}, 'turn'],
    ['something outside', { state: 'parked' as const }, 'event'],
    ['a person', { state: 'attention' as const }, 'person'],
    ['nothing, because it runs', { state: 'running' as const }, null],
  ])('%s', (_what, change, wait) => {
    expect(waitsFor({ ...job, ...change }, NOW)).toBe(wait)
  })
})

it('what waits or gave up can run now; deliveries that gave up have a page of their own', () => {
  const can = (state: 'ready' | 'running' | 'parked' | 'attention', name = job.name) =>
    canRunNow({ state, name })
  expect([can('ready'), can('attention'), can('running'), can('parked')]).toEqual([true, true, false, false])
  expect([can('ready', 'deliver-request'), can('attention', 'deliver-request')]).toEqual([true, false])
})
