import { describe, expect, it } from 'vitest'
import type { SendOutcome } from './alert-channel.ts'
import { maySendOnceMore, resultOf } from './dispatch-rules.ts'

const NOW = Date.parse('2026-11-15T09:00:00.000Z')
const AT = '2026-11-15T08:59:00.000Z'

describe('a row that a run left behind', () => {
  it.each([
    [true, null, true],
    [true, AT, false],
    [false, null, false],
    [false, AT, false],
  ])(
    'receiver replaces: %s, interrupted before: %s → once more: %s',
    (replaces, interrupted_at, expected) => {
      expect(maySendOnceMore({ interrupted_at }, replaces)).toBe(expected)
    },
  )
})

describe('what becomes of a row', () => {
  const cases: [SendOutcome | 'dropped', string, string, string | null][] = [
    [{ kind: 'sent' }, 'sent', 'sent', null],
    [{ kind: 'sent', detail: 'no_report' }, 'sent', 'sent', 'no_report'],
    [{ kind: 'gone' }, 'dropped', 'unconfirmed', 'gone'],
    ['dropped', 'dropped', 'unconfirmed', 'no_longer_permitted'],
    [{ kind: 'failed', reason: 'expired' }, 'failed', 'unconfirmed', 'expired'],
    [{ kind: 'unconfirmed', reason: 'outcome_unknown' }, 'unconfirmed', 'unconfirmed', 'outcome_unknown'],
    [{ kind: 'retry', reason: 'unreachable' }, 'pending', 'pending', 'unreachable'],
  ]

  it.each(cases)('%j: %s; interrupted before, %s', (outcome, plain, after, detail) => {
    expect(resultOf(outcome, { attempts: 0, interrupted_at: null }, NOW)).toMatchObject({
      state: plain,
      detail,
    })
    expect(resultOf(outcome, { attempts: 1, interrupted_at: AT }, NOW)).toMatchObject({
      state: after,
      detail,
    })
  })

  it('comes again after five seconds, doubling, or when the receiver says', () => {
    const after = (attempts: number, after_ms?: number) => {
      const outcome = { kind: 'retry' as const, reason: 'busy', ...(after_ms !== undefined && { after_ms }) }
      const result = resultOf(outcome, { attempts, interrupted_at: null }, NOW)
      return result.state === 'pending' && [Date.parse(result.next_at) - NOW, result.attempts]
    }
    expect([after(0), after(1), after(3, 2000)]).toEqual([
      [5000, 1],
      [10_000, 2],
      [2000, 4],
    ])
  })
})
