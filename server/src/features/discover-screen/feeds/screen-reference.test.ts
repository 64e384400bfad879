import { expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import { DAY_MS } from '#kit/durations.ts'
import { createTestClock } from '#test/test-clock.ts'
import type { ScreenCatalog } from '#ports/screen-catalog.ts'
import { unrestricted } from '#test/unrestricted-filter.ts'
import { createScreenCache } from '../cache/screen-cache.ts'
import { createTestLog } from '#test/test-log.ts'
import { createTranslatedReads } from '../language/translated-reads.ts'
import { createScreenReference, type ScreenReference } from './screen-reference.ts'
import type { ScreenState } from '../cache/screen-state.ts'

const CALLER: Caller = { user_id: 1, username: 'ana', role: 'admin', device_id: 'd_1' }
const STATE: ScreenState = {
  hidden: new Set(),
  source: 'tmdb_trending',
  english_only: false,
  metadata: true,
  lists: false,
}

/** The slice alone: a day of the whole server's clock is a day of all its rounds. */
function setUp(language = 'en') {
  const clock = createTestClock()
  let asked = 0
  const answer = async () => {
    asked += 1
    return Buffer.from(`{"asked":${asked}}`)
  }
  const unused = () => expect.unreachable()
  const catalog: ScreenCatalog = {
    trending: unused,
    feed: unused,
    discover: unused,
    search: unused,
    searchTitles: unused,
    searchPeople: unused,
    searchNames: unused,
    detail: unused,
    related: unused,
    titleProviders: unused,
    keywords: unused,
    season: unused,
    collection: unused,
    person: unused,
    credits: unused,
    genres: answer,
    watchProviders: answer,
    watchRegions: answer,
    languages: answer,
  }
  const cache = createScreenCache(clock)
  const reads = createTranslatedReads({ cache, catalogIn: () => catalog, log: createTestLog() })
  const languageOf = () => language
  const parts = { reads, languageOf, cache, clock, current: () => STATE, filter: unrestricted }
  return { clock, reference: createScreenReference(parts), asked: () => asked }
}

const READS: [string, (reference: ScreenReference) => unknown][] = [
  ['genres of movies', reference => reference.genres(CALLER, 'movie')],
  ['genres of shows', reference => reference.genres(CALLER, 'tv')],
  ['providers', reference => reference.providers('tv', 'US')],
  ['regions', reference => reference.regions(CALLER)],
  ['languages', reference => reference.languages()],
]

const IN_LANGUAGES = READS.flatMap(([what, read]) => ['en', 'de'].map(tag => [what, tag, read] as const))

it.each(IN_LANGUAGES)('keeps %s in %s for a day and no longer (1/4.5, C58)', async (_what, tag, read) => {
  const { clock, reference, asked } = setUp(tag)
  const first = await read(reference)
  clock.advance(DAY_MS - 1)
  // The very object, in the same turn: nothing is waited for and nothing is serialised.
  expect(read(reference)).toBe(first)
  expect(asked()).toBe(1)
  clock.advance(1)
  expect(await read(reference)).not.toBe(first)
  expect(asked()).toBe(2)
})

it('tells regions and kinds apart', async () => {
  const { reference, asked } = setUp()
  await reference.providers('tv', 'US')
  await reference.providers('tv', 'GB')
  await reference.providers('movie', 'US')
  await reference.providers('tv', 'US')
  expect(asked()).toBe(3)
})
