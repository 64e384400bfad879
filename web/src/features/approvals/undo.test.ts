import { describe, expect, it } from 'vitest'
import { DELAY_SECONDS, isBeingDecided, UNDO_MS } from './undo.ts'

const DUE = '2026-11-15T09:00:00.000Z'
const at = (ms: number) => Date.parse(DUE) + ms

describe('a decision that waits', () => {
  it('takes its line out of the queue, until it is made or overdue', () => {
    expect(isBeingDecided({}, at(0))).toBe(false)
    expect(isBeingDecided({ decision_due_at: DUE }, at(-5_000))).toBe(true)
    expect(isBeingDecided({ decision_due_at: DUE }, at(14_000))).toBe(true)
    expect(isBeingDecided({ decision_due_at: DUE }, at(16_000))).toBe(false)
  })

  it('can be undone for as long as its button is shown', () => {
    expect(UNDO_MS).toBeLessThan(DELAY_SECONDS * 1000)
    expect(DELAY_SECONDS).toBeLessThanOrEqual(30)
  })
})
