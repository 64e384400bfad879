import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#kit/durations.ts'
import { type Arrival, firstCursor, freshPart, nextCursor, readFrom, splitAt } from './arrival-rules.ts'
import type { Import } from './import-rules.ts'

const NOW = '2026-11-15T09:00:00.000Z'
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
  freshPart(found, { source, now: NOW, known: before }).is_news

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
      is_news: true,
      remembered: [{ title_key: 'tv:7 1x2', download_id: 'd1', source: 'history' }],
      parts: ['1x2'],
    })
  })
})

type Report = readonly [source: Arrival['source'], import_: Import, at?: number]

/** Which of these reports are news, each with what the ones before it left. */
function newsAmong(...reports: readonly Report[]): boolean[] {
  let before: Arrival[] = []
  return reports.map(([source, found, ms = 0]) => {
    const facts = { source, now: at(ms), known: before }
    const judged = freshPart(source === 'history' ? { ...found, at: at(ms) } : found, facts)
    before = [...before.filter(one => !judged.forgotten.includes(one)), ...judged.remembered]
    return judged.is_news
  })
}

describe('a report without a number (C60)', () => {
  it('answers for one download only: the next one of the title is news', () => {
    expect(
      newsAmong(
        ['webhook', movie(null)],
        ['history', movie('d1'), 60_000],
        ['history', movie('d2'), 3_600_000],
        // Read once more, as an overlap is.
        ['history', movie('d1'), 60_000],
        ['history', movie('d2'), 3_600_000],
      ),
    ).toEqual([true, false, true, false, false])
  })

  it('is answered for once: one row of a history is one webhook', () => {
    expect(
      newsAmong(
        ['history', movie('d1')],
        ['webhook', movie(null), 60_000],
        ['webhook', movie(null), 3_600_000],
        ['webhook', movie('d1'), 3_700_000],
      ),
    ).toEqual([true, false, true, false])
  })

  it('counts: two webhooks answer for two downloads', () => {
    expect(
      newsAmong(
        ['webhook', movie(null)],
        ['webhook', movie(null)],
        ['history', movie('d1')],
        ['history', movie('d2')],
        ['history', movie('d3')],
      ),
    ).toEqual([true, true, false, false, true])
  })

  it('answers for all files of an import by hand, which has a row for each', () => {
    expect(
      newsAmong(
        ['webhook', movie(null)],
        ['history', movie('history-7'), 1_000],
        ['history', movie('history-8'), 2_000],
        ['history', movie('history-9'), 3_600_000],
      ),
    ).toEqual([true, false, false, true])
    expect(
      newsAmong(
        ['history', movie('history-7')],
        ['history', movie('history-8'), 1_000],
        ['webhook', movie(null), 60_000],
      ),
    ).toEqual([true, false, false])
  })

  it('is compared by when the import was, not by when its row was found', () => {
    const known_webhook = known('', 'webhook', at(-2 * DAY_MS))
    const found = { ...movie('d1'), at: at(-2 * DAY_MS + 1_000) }
    expect(isFresh(found, 'history', known_webhook)).toBe(false)
  })

  it('that only sums up earlier webhooks is not another import', () => {
    expect(
      newsAmong(
        ['webhook', movie(null)],
        ['webhook', { ...movie(null), kind: 'either' }, 1_000],
        ['history', movie('d1')],
        ['history', movie('d2')],
      ),
    ).toEqual([true, false, false, true])
  })
})

describe('from when on a history is read', () => {
  it('begins shortly before now: the clock of the manager may be behind', () => {
    expect(firstCursor(Date.parse(NOW))).toBe(at(-120_000))
  })

  it('is where the last reading ended, a week ago at most', () => {
    expect(readFrom(at(-1000), Date.parse(NOW))).toBe(at(-1000))
    expect(readFrom(at(-30 * DAY_MS), Date.parse(NOW))).toBe(at(-7 * DAY_MS))
  })

  it('goes on to shortly before the newest row, and never back', () => {
    const later = Date.parse(at(600_000))
    expect(nextCursor(NOW, [], later)).toBe(NOW)
    expect(nextCursor(NOW, [at(600_000), at(300_000)], later)).toBe(at(480_000))
    expect(nextCursor(NOW, [at(60_000)], later)).toBe(NOW)
  })

  it('does not run ahead with the clock of the manager', () => {
    expect(nextCursor(at(-DAY_MS), [at(DAY_MS)], Date.parse(NOW))).toBe(at(-120_000))
    // As an earlier version saved it.
    expect(readFrom(at(DAY_MS), Date.parse(NOW))).toBe(NOW)
  })
})

it('keeps only the newest row of each title from before the cursor, without upgrades', () => {
  const row = (moment: string, more: Partial<Import> = {}): Import => ({
    ...movie('d1'),
    at: moment,
    ...more,
  })
  const [first, second] = [row(at(-5000)), row(at(-4000))]
  const upgrade = row(at(-3000), { kind: 'upgrade', identity: 'movie:604' })
  const fresh = row(NOW)
  expect(splitAt([first, second, upgrade, fresh], NOW)).toEqual({ earlier: [second], found: [fresh] })
})
