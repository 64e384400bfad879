import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#kit/durations.ts'
import { MESSAGE_FAULTS, type MessageOutcome } from '#ports/message-sender.ts'
import { cancelled, headDueAt, laneOf, queueResult, statusOf } from './queue-rules.ts'

const NOW = Date.parse('2026-11-15T09:00:00.000Z')
const later = (ms: number) => new Date(NOW + ms).toISOString()

describe('after a rejection that may be repeated', () => {
  const rejected = (after_ms?: number, reason: 'rate_limited' | 'unreachable' = 'rate_limited') =>
    ({ kind: 'retry', reason, ...(after_ms !== undefined && { after_ms }) }) as const

  it.each<[why: string, MessageOutcome, attempts: number, ms: number]>([
    ['the delay of the receiver', rejected(90_000), 1, 90_000],
    ['a minute when it names none (2/4.10)', rejected(), 4, MINUTE_MS],
    ['a day at most', rejected(3 * DAY_MS), 1, DAY_MS],
    ['a second at least', rejected(0), 1, 1_000],
    ['longer each time when it is out of reach', rejected(undefined, 'unreachable'), 3, 16 * MINUTE_MS],
  ])('the place waits: %s', (_why, outcome, attempts, ms) => {
    expect(queueResult(outcome, attempts, NOW)).toEqual({
      result: {
        state: 'pending',
        detail: 'reason' in outcome && outcome.reason,
        next_at: later(ms),
        attempts,
      },
      hold_until: later(ms),
    })
  })

  it('C51: the fifth ends it, and the place waits all the same', () => {
    expect(queueResult(rejected(), 5, NOW)).toEqual({
      result: { state: 'failed', detail: 'rate_limited' },
      hold_until: later(MINUTE_MS),
    })
  })

  it('a row is dropped that was cancelled meanwhile; another receiver does not wait', () => {
    const dropped = { state: 'dropped', detail: 'cancelled' }
    expect(cancelled(queueResult(rejected(), 1, NOW))).toEqual({ result: dropped, hold_until: null })
  })
})

describe('after anything else', () => {
  it('2:3: whatever may have arrived is never sent again, cancelled or not', () => {
    const outcome = fc.oneof(
      fc.record({ kind: fc.constant('sent' as const), pause_ms: fc.nat() }),
      fc.record({
        kind: fc.constantFrom('failed' as const, 'unconfirmed' as const),
        reason: fc.constantFrom(...MESSAGE_FAULTS),
      }),
    )
    fc.assert(
      fc.property(outcome, fc.integer({ min: 1, max: 5 }), fc.boolean(), (one, attempts, isCancelled) => {
        const found = queueResult(one, attempts, NOW)
        const { result } = isCancelled ? cancelled(found) : found
        expect(result).toEqual({ state: one.kind, detail: one.kind === 'sent' ? null : one.reason })
      }),
    )
  })

  it('a pause holds what follows', () => {
    expect(queueResult({ kind: 'sent', pause_ms: 2_500 }, 1, NOW).hold_until).toBe(later(2_500))
    expect(queueResult({ kind: 'sent' }, 1, NOW).hold_until).toBeNull()
  })
})

describe('when the oldest goes out', () => {
  const alert = { topic: null, created_at: later(0), data: {} }
  const pending = { state: 'pending' as const, next_at: later(0) }
  const due = (head: Partial<Parameters<typeof headDueAt>[0]>) =>
    headDueAt({ send: pending, alert, hold_until: null, ...head }) - NOW

  it.each([
    ['at once', {}, 0],
    ['after its own delay', { send: { ...pending, next_at: later(MINUTE_MS) } }, MINUTE_MS],
    ['after the delay of its place', { hold_until: later(5_000) }, 5_000],
    ['C69: after the time in which its title may be verified', { alert: unverified() }, 3_000],
    ['at its end if that is earlier', { hold_until: later(2 * DAY_MS) }, DAY_MS],
  ])('%s', (_when, head, ms) => {
    expect(due(head)).toBe(ms)
  })

  it('a row that an earlier run left is looked at now', () => {
    expect(due({ send: { ...pending, state: 'claimed' }, hold_until: later(MINUTE_MS) })).toBeLessThan(0)
  })

  function unverified() {
    return { ...alert, topic: 'request:7', data: { title_unverified: true as const } }
  }
})

describe('what people see of a row (2:3)', () => {
  const row = (state: Parameters<typeof statusOf>[0]['state'], detail: string | null = null) => ({
    state,
    detail,
    updated_at: later(0),
  })

  it.each([
    ['pending', row('pending', 'rate_limited'), 'pending', 'rate_limited'],
    ['claimed', row('claimed', 'rate_limited'), 'sending', null],
    ['sent', row('sent'), 'sent', null],
    ['failed', row('failed', 'expired'), 'failed', 'expired'],
    ['unconfirmed', row('unconfirmed', 'timeout'), 'unconfirmed', 'timeout'],
    ['dropped', row('dropped', 'cancelled'), 'cancelled', 'cancelled'],
  ])('%s', (_state, stored, status, detail) => {
    expect(statusOf(stored, NOW)).toEqual({ status, detail })
  })

  it('2/4.10: sending for more than 30 seconds reads unconfirmed', () => {
    expect(statusOf(row('claimed'), NOW + 30_000).status).toBe('sending')
    expect(statusOf(row('claimed'), NOW + 30_001)).toEqual({ status: 'unconfirmed', detail: 'interrupted' })
  })
})

it('many slow places never take every job of the server', () => {
  const lanes = Array.from({ length: 100 }, (_, n) =>
    laneOf({ channel: 'destination', destination: `ds_${n}` }),
  )
  expect(new Set(lanes).size).toBeLessThanOrEqual(4)
  expect(lanes).not.toContain(laneOf({ channel: 'chat_webhook', destination: 'room' }))
})
