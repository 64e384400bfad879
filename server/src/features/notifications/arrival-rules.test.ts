import { describe, expect, it } from 'vitest'
import { type Arrival, freshPart, nextCursor, readFrom } from './arrival-rules.ts'
import type { Import } from './import-rules.ts'

const NOW = '2026-11-15T09:00:00.000Z'
const DAY_MS = 86_400_000
const at = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString()

const movie = (download_id: string | null): Import => ({
  type: 'new_movie',
  kind: 'new',
  identity: 'movie:603',
  parts: [],
  data: { media_type: 'movie', tmdb_id: 603, title: 'It' },
  download_id,
  keys: ['movie:603'],
})
const known = (download_id: string, source: Arrival['source'], arrived_at = NOW): Arrival => ({
  title_key: 'movie:603',
  download_id,
  source,
  arrived_at,
})
const isFresh = (found: Import, source: Arrival['source'], ...before: Arrival[]) =>
  freshPart(found, { source, now: NOW, known: before }).arrivals.length > 0

describe('whether an import was announced before (C60)', () => {
  it.each([
    ['nothing was', movie('d1'), 'history', [], true],
    ['the same download, by the other source', movie('d1'), 'history', [known('d1', 'webhook')], false],
    ['the same download again', movie('D1'), 'webhook', [known('d1', 'webhook', at(-7 * DAY_MS))], false],
    ['another download of the title', movie('d2'), 'webhook', [known('d1', 'history')], true],
    ['a webhook without a number, found before', movie(null), 'webhook', [known('d1', 'history')], false],
    ['found after a webhook without a number', movie('d1'), 'history', [known('', 'webhook')], false],
    ['both without, from one source', movie(null), 'webhook', [known('', 'webhook')], true],
    ['that was days ago', movie(null), 'webhook', [known('d1', 'history', at(-2 * DAY_MS))], true],
    ['another title', movie('d1'), 'history', [{ ...known('d1', 'webhook'), title_key: 'movie:604' }], true],
  ] as const)('%s', (_what, found, source, before, fresh) =>
    expect(isFresh(found, source, ...before)).toBe(fresh),
  )

  it('is asked of each episode', () => {
    const found: Import = {
      ...movie('d1'),
      type: 'new_episode',
      parts: ['1x1', '1x2'],
      keys: ['tv:7 1x1', 'tv:7 1x2'],
    }
    const before = [{ ...known('d1', 'webhook'), title_key: 'tv:7 1x1' }]
    expect(freshPart(found, { source: 'history', now: NOW, known: before })).toMatchObject({
      arrivals: [{ title_key: 'tv:7 1x2', download_id: 'd1', source: 'history' }],
      parts: ['1x2'],
    })
  })
})

describe('from when on a history is read', () => {
  it('is where the last reading ended, a week ago at most', () => {
    expect(readFrom(at(-1000), Date.parse(NOW))).toBe(at(-1000))
    expect(readFrom(at(-30 * DAY_MS), Date.parse(NOW))).toBe(at(-7 * DAY_MS))
  })

  it('goes on to shortly before the newest row, and never back', () => {
    expect(nextCursor(NOW, [])).toBe(NOW)
    expect(nextCursor(NOW, [at(600_000), at(300_000)])).toBe(at(480_000))
    expect(nextCursor(NOW, [at(60_000)])).toBe(NOW)
  })
})
