import { describe, expect, it } from 'vitest'
import { ApiError, ServerUnreachable } from '#lib/api-error.ts'
import { delaySeconds, isBeingDecided, nextReturnMs, undoResult, undoUntil } from './undo.ts'

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

describe('an undo', () => {
  it('came too late only if the server says so', () => {
    const late = new ApiError(409, { code: 'nothing_to_undo' })
    const unreachable = { row: 3, error: new ServerUnreachable() }
    const broken = { row: 4, error: new ApiError(500, { code: 'internal' }) }
    expect(undoResult([{ row: 1, value: undefined }, { row: 2, error: late }, unreachable, broken])).toEqual({
      undone: [1],
      late: [2],
      failed: [unreachable, broken],
    })
  })
})
