import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dueAt,
  findSibling,
  GATHER_MS,
  type ImportKind,
  isStale,
  mergeParts,
  requestTopic,
  resendDelayMs,
  WINDOW_MS,
} from './alert-rules.ts'
import type { AlertType } from './alert.ts'

const created_at = '2026-11-15T09:00:00.000Z'
const at = Date.parse(created_at)

describe('what is one alert (1/4.14)', () => {
  const fresh = { type: 'new_episode' as AlertType, id: 1 }
  const upgraded = { type: 'content_upgraded' as AlertType, id: 2 }

  it.each([
    ['nothing before', [], 'new', undefined],
    ['news join news', [fresh], 'new', 1],
    ['news never hide behind an upgrade', [upgraded], 'new', undefined],
    ['an upgrade of what is new anyway is no second news', [fresh], 'upgrade', 1],
    ['upgrades join upgrades', [upgraded], 'upgrade', 2],
    ['a summary joins what it sums up', [upgraded], 'either', 2],
    ['a summary joins news first', [upgraded, fresh], 'either', 1],
    ['a summary alone is news', [], 'either', undefined],
  ] as const)('%s', (_what, recent, kind: ImportKind, expected) =>
    expect(findSibling(recent, kind)?.id).toBe(expected),
  )

  it('counts each part once, however often and in whatever order it is told', () => {
    const lists = fc.array(fc.array(fc.integer({ min: 0, max: 40 }).map(String)))
    fc.assert(
      fc.property(lists, told => {
        const parts = told.reduce<string[]>(mergeParts, [])
        expect(parts).toHaveLength(new Set(told.flat()).size)
        expect(told.toReversed().reduce<string[]>(mergeParts, [])).toHaveLength(parts.length)
      }),
    )
  })

  it('stays small whatever a library tells', () => {
    const many = Array.from({ length: 5000 }, (_, i) => `1x${i}`)
    expect(mergeParts([], many)).toHaveLength(500)
  })

  it('waits for siblings when it has a topic, and not otherwise', () => {
    expect(dueAt({ topic: null, created_at, data: {} })).toBe(at)
    expect(dueAt({ topic: 'in_a movie:1', created_at, data: {} })).toBe(at + GATHER_MS)
    expect(GATHER_MS).toBeLessThan(WINDOW_MS)
  })

  it('C69: waits for the title that only the requester vouches for, and no longer once it is verified', () => {
    const about = { topic: requestTopic(7), created_at }
    expect(dueAt({ ...about, data: { title_unverified: true } })).toBe(at + 3_000)
    expect(dueAt({ ...about, data: {} })).toBe(at)
  })
})

describe('sending again', () => {
  it('waits as long as the destination asks, else ever longer up to half an hour', () => {
    expect(resendDelayMs(1, 90_000)).toBe(90_000)
    expect(resendDelayMs(9, 2_000)).toBe(2_000)
    expect(resendDelayMs(1, 0)).toBe(1_000)
    expect([1, 2, 3].map(n => resendDelayMs(n))).toEqual([5_000, 10_000, 20_000])
    fc.assert(
      fc.property(fc.nat({ max: 100 }), fc.option(fc.nat()), (attempts, after) => {
        const delay = resendDelayMs(attempts, after ?? undefined)
        expect(delay).toBeGreaterThanOrEqual(1_000)
        expect(delay).toBeLessThanOrEqual(24 * 60 * 60_000)
      }),
    )
  })

  it('ends after a day', () => {
    expect(isStale({ created_at }, at + 24 * 60 * 60_000 - 1)).toBe(false)
    expect(isStale({ created_at }, at + 24 * 60 * 60_000)).toBe(true)
  })
})
