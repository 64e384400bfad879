import { expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { readyJson } from '#kit/ready.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ListProvider, TrendingTitle } from '#ports/list-provider.ts'
import { unrestricted } from '#test/unrestricted-filter.ts'
import { createScreenCache } from '../cache/screen-cache.ts'
import type { TranslatedReads } from '../language/translated-reads.ts'
import { createScreenFeatured } from './screen-featured.ts'
import type { ScreenState } from '../cache/screen-state.ts'

const CALLER: Caller = { user_id: 1, username: 'ana', role: 'admin', device_id: 'd_1' }
const STATE: ScreenState = {
  hidden: new Set(),
  source: 'listsrc_trending',
  english_only: true,
  metadata: true,
  lists: true,
}
const PAGES = 9

/** A list provider that names no languages: what a title is made in, only its record knows. */
function setUp(languageOf: (id: number) => string, isFinished = () => true) {
  const clock = createTestClock()
  const pages: number[] = []
  const records: number[] = []
  const lists: Pick<ListProvider, 'trendingTitles'> = {
    async trendingTitles(_type, page) {
      pages.push(page)
      const titleOf = (_: unknown, i: number): TrendingTitle => ({
        tmdb_id: page * 100 + i,
        title: `Title ${page}-${i}`,
        overview: '',
        date: '2026-01-01',
        language: null,
        vote_average: 0,
        vote_count: 0,
      })
      return { titles: page > PAGES ? [] : Array.from({ length: 20 }, titleOf), total: null }
    },
  }
  const details = {
    async recordIn(_language: string, _kind: unknown, id: number) {
      records.push(id)
      if (languageOf(id) === '') throw new UpstreamFault({ upstream: 'TMDB', kind: 'timeout' })
      return readyJson({ id, original_language: languageOf(id), genres: [] })
    },
  }
  const featured = createScreenFeatured({
    // Nothing else of either provider is asked for here.
    reads: { isFinished } as unknown as TranslatedReads,
    languageOf: () => 'en',
    lists: lists as ListProvider,
    details,
    log: createTestLog(),
    cache: createScreenCache(clock),
    clock,
    current: () => STATE,
    filter: unrestricted,
  })
  const read = async (page: number) => {
    const ready = await featured.featured(CALLER, 'movie', page)
    return JSON.parse(ready.bytes.toString('utf8')) as {
      results: { id: number; original_language: string }[]
      total_pages: number
    }
  }
  return { read, pages, records }
}

it('1:4.5.4: refills to twenty what the records turn out to be foreign', async () => {
  const { read, pages } = setUp(id => (id % 2 === 0 ? 'en' : 'fr'))
  const { results, total_pages } = await read(1)
  expect(results.every(row => row.original_language === 'en')).toBe(true)
  expect(results).toHaveLength(20)
  expect([pages, total_pages]).toEqual([[1, 2], 2])
})

it('1/4.5: reads five pages at most for that, and each record once', async () => {
  const { read, pages, records } = setUp(id => (id % 20 === 0 ? 'en' : 'ja'))
  expect((await read(1)).results.map(row => row.id)).toEqual([100, 200, 300, 400, 500])
  expect(pages).toEqual([1, 2, 3, 4, 5])
  expect(new Set(records).size).toBe(records.length)
})

it('1:4.5.4: a later page is filtered by the records too, and never refilled', async () => {
  const { read, pages } = setUp(id => (id % 2 === 0 ? 'en' : 'fr'))
  const { results, total_pages } = await read(2)
  expect(results).toHaveLength(10)
  expect([pages, total_pages]).toEqual([[2], 3])
})

it('waits once for a metadata provider that does not answer, not once for every row', async () => {
  const { read, records } = setUp(() => '')
  expect((await read(1)).results).toHaveLength(20)
  // As many as are under way at once.
  expect(records).toHaveLength(8)
})

it('C58: is not kept while the English text of a record is missing', async () => {
  let finished = false
  const { read, pages } = setUp(
    () => 'en',
    () => finished,
  )
  await read(2)
  finished = true
  await read(2)
  await read(2)
  expect(pages).toEqual([2, 2])
})
