import { describe, expect, it } from 'vitest'
import { delaySeconds, isBeingDecided, nextReturnMs, undoUntil } from './undo.ts'

const DUE = '2026-11-15T09:00:00.000Z'
const at = (ms: number) => Date.parse(DUE) + ms

describe('a delayed decision', () => {
  it('hides its row until it is carried out or overdue', () => {
    expect(isBeingDecided({}, at(0))).toBe(false)
    expect(isBeingDecided({ decision_due_at: DUE }, at(-5_000))).toBe(true)
    expect(isBeingDecided({ decision_due_at: DUE }, at(14_000))).toBe(true)
    expect(isBeingDecided({ decision_due_at: DUE }, at(16_000))).toBe(false)
  })

  it('is refetched when its row reappears', () => {
    expect(nextReturnMs([{}], at(0))).toBeNull()
    expect(nextReturnMs([{ decision_due_at: DUE }], at(16_000))).toBeNull()
    const later = new Date(at(10_000)).toISOString()
    const rows = [{ decision_due_at: later }, {}, { decision_due_at: DUE }]
    const ms = nextReturnMs(rows, at(-5_000)) ?? 0
    expect(isBeingDecided({ decision_due_at: DUE }, at(-5_000) + ms)).toBe(false)
    expect(isBeingDecided({ decision_due_at: later }, at(-5_000) + ms)).toBe(true)
  })

  it('waits longer in a batch, because the last one is sent long after the first', () => {
    expect(delaySeconds(1)).toBe(10)
    expect(delaySeconds(2)).toBe(30)
    expect(delaySeconds(200)).toBe(30)
  })

  it('can be undone until two seconds before the first of them is due', () => {
    expect(undoUntil([{ sent_ms: 5_000, delay_seconds: 10 }])).toBe(13_000)
    const calls = [7_000, 5_000, 9_000].map(sent_ms => ({ sent_ms, delay_seconds: 30 }))
    expect(undoUntil(calls)).toBe(33_000)
  })
})
