import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#kit/durations.ts'
import { isDefinite, verdictOf } from './outcome-rules.ts'

describe('what is known about a change that nobody confirmed (2:4.9)', () => {
  it.each([
    ['done', 0, 1, 'executed', false],
    ['done', 90 * MINUTE_MS, 8, 'executed', false],
    // The queue of a manager is up to a minute old, so its first word is not the last.
    ['not_done', 0, 1, 'outcome_unknown', true],
    ['not_done', 3 * MINUTE_MS, 2, 'failed', false],
    ['unreadable', 3 * MINUTE_MS, 2, 'outcome_unknown', true],
    ['unreadable', 90 * MINUTE_MS, 8, 'outcome_unknown', false],
  ] as const)(
    '%s after %i ms at look %i: %s, looks again: %s',
    (evidence, waited_ms, look, status, again) => {
      expect(verdictOf(evidence, { waited_ms, look })).toMatchObject({ end: { status }, looks_again: again })
    },
  )

  it.each([
    [{ kind: 'unreachable', status: undefined }, true],
    [{ kind: 'rejected_key', status: 401 }, true],
    [{ kind: 'bad_answer', status: 404 }, true],
    [{ kind: 'bad_answer', status: 200 }, false],
    [{ kind: 'bad_answer', status: 500 }, false],
    [{ kind: 'outcome_unknown', status: undefined }, false],
  ] as const)('%j certainly changed nothing: %s', (fault, isCertain) => {
    expect(isDefinite(fault)).toBe(isCertain)
  })
})
