import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#kit/durations.ts'
import type { EntryRow } from '../list/entry-store.ts'
import type { ItemFacts, ItemPart } from './item-facts.ts'
import {
  alertOf,
  arrivedTitle,
  becameAskable,
  factOf,
  lastBegun,
  newsOf,
  nextCheckMs,
  retryCheckMs,
  searchTitles,
  seasonsToRequest,
} from './watch-rules.ts'

const TODAY = '2026-11-15'
const NOW = Date.parse(`${TODAY}T09:00:00.000Z`)
const MOVIE = { kind: 'movie', item_id: '603', instance_id: '' } as const
const SHOW = { kind: 'tv', item_id: '1399', instance_id: '' } as const
const PERSON = { kind: 'person', item_id: '6384', instance_id: '' } as const

const entry = (user_id: number, more: Partial<EntryRow> = {}): EntryRow => ({
  id: user_id,
  user_id,
  ...MOVIE,
  tell_askable: 1,
  tell_released: 1,
  tell_arrived: 1,
  request_next_seasons: 0,
  seasons_after: null,
  askable: 'yes',
  own_title: null,
  added_at: '2026-11-01T09:00:00.000Z',
  ...more,
})
const facts = (more: Partial<ItemFacts> = {}): ItemFacts => ({
  title: 'It',
  detail: null,
  poster_path: null,
  released_on: null,
  adult: false,
  parts: [],
  ...more,
})
const season = (number: number, released_on: string | null): ItemPart => ({
  part_kind: 'season',
  part_id: String(number),
  title: 'It',
  released_on,
})
const work = (id: number, released_on: string | null): ItemPart => ({
  part_kind: 'movie',
  part_id: String(id),
  title: `Work ${id}`,
  released_on,
})

describe('what a library is searched by', () => {
  const item = { kind: 'book', title: '', title_unverified: 1, failures: 0 } as const
  const entries = (...titles: (string | null)[]) => titles.map(own_title => ({ own_title }))

  it('is a confirmed title, or else what its watchers call it, each once and not too many', () => {
    expect(searchTitles(item, entries('One', null, 'Two', 'One'))).toEqual(['One', 'Two'])
    expect(searchTitles({ ...item, title: 'Older' }, entries('One', null))).toEqual(['One', 'Older'])
    expect(searchTitles(item, entries('1', '2', '3', '4'))).toEqual(['1', '2', '3'])
    expect(searchTitles({ ...item, failures: 3 }, entries('1', '2', '3', '4'))).toEqual(['4', '1', '2'])
    expect(searchTitles({ ...item, failures: 5 }, entries('1', '2', '3', '4'))).toEqual(['2', '3', '4'])
    expect(searchTitles(item, entries(null))).toEqual([''])
    expect(searchTitles({ ...item, title: 'It', title_unverified: 0 }, entries('One'))).toEqual(['It'])
    // The id of every other kind is enough.
    expect(searchTitles({ ...item, kind: 'movie' }, entries('One', 'Two'))).toEqual([''])
  })
})

describe('what a check finds out', () => {
  const check = { known_parts: [], today: TODAY }

  it('is a release whose day has come since it was put on the list, for those who want to know', () => {
    const entries = [
      entry(1),
      entry(2, { tell_released: 0 }),
      entry(3, { added_at: `${TODAY}T08:00:00.000Z` }),
    ]
    const newsOn = (released_on: string | null) =>
      newsOf({ ...check, item: MOVIE, entries, facts: facts({ released_on }) })
    expect(newsOn(TODAY)).toEqual([
      { watch: 'released', title: { kind: 'movie', id: '603', title: 'It' }, user_ids: [1] },
    ])
    for (const day of [null, '2026-11-16', '2026-11-01', '1999-01-01']) expect(newsOn(day)).toEqual([])
  })

  it('is each season of a show, never the show as a whole', () => {
    const parts = [season(1, '2020-01-01'), season(2, '2026-11-10'), season(3, null)]
    const item = { item: SHOW, entries: [entry(1, SHOW)], facts: facts({ released_on: '2026-11-10', parts }) }
    const news = newsOf({ ...check, ...item, known_parts: parts })
    expect(news.map(one => [one.watch, factOf(one.watch, one.title)])).toEqual([
      ['released', 'released tv:1399 season 2'],
    ])
  })

  it('is a new title of somebody who is followed, unless it is old or everything is read for the first time', () => {
    const parts = [work(1, '1999-01-01'), work(2, null), work(3, '2027-01-01'), work(4, null)]
    const item = { item: PERSON, entries: [entry(1, PERSON)], facts: facts({ parts }), today: TODAY }
    const news = newsOf({ ...item, known_parts: [work(4, null)] })
    expect(news.map(one => one.title.id)).toEqual(['2', '3'])
    expect(newsOf({ ...item, known_parts: null })).toEqual([])
  })

  it('is that it can be requested only if it could not be requested before', () => {
    expect(becameAskable({ askable: 'no', tell_askable: 1 }, 'yes')).toBe(true)
    expect(becameAskable({ askable: 'unknown', tell_askable: 1 }, 'yes')).toBe(false)
    expect(becameAskable({ askable: 'no', tell_askable: 1 }, 'unknown')).toBe(false)
    expect(becameAskable({ askable: 'no', tell_askable: 0 }, 'yes')).toBe(false)
  })
})

describe('next seasons', () => {
  const seasons = [season(1, '2024-01-01'), season(2, '2026-11-22'), season(3, '2026-11-23'), season(4, null)]

  it('are those after the last that had begun, a week ahead', () => {
    expect(lastBegun(seasons, TODAY)).toBe(1)
    expect(lastBegun([], TODAY)).toBe(0)
    expect(seasonsToRequest(seasons, { seasons_after: 1, now: NOW })).toEqual([2])
    expect(seasonsToRequest(seasons, { seasons_after: 2, now: NOW })).toEqual([])
    expect(seasonsToRequest(seasons, { seasons_after: 0, now: NOW })).toEqual([1, 2])
  })
})

describe('the next check', () => {
  const next = (item: typeof MOVIE | typeof SHOW, more: Partial<ItemFacts>, entries = [entry(1)]) =>
    (nextCheckMs({ item, facts: facts(more), entries, today: TODAY }, NOW) - NOW) / HOUR_MS

  it('is soon while something cannot be requested, on the day of a release, else by kind', () => {
    expect(next(MOVIE, {}, [entry(1, { askable: 'no' })])).toBe(6)
    expect(next(MOVIE, { released_on: '2026-11-16' })).toBe(15)
    expect(next(MOVIE, { released_on: '2026-12-16' })).toBe(24)
    expect(next(MOVIE, { released_on: '2020-01-01' })).toBe(7 * 24)
    expect(next(SHOW, { released_on: '2020-01-01' })).toBe(24)
  })

  it('backs off after failures, up to a day', () => {
    expect([1, 2, 5, 500].map(failures => (retryCheckMs(failures, NOW) - NOW) / HOUR_MS)).toEqual([
      1, 2, 16, 24,
    ])
  })
})

it('an alert names the title as its medium does, and an arrival is found by the same names', () => {
  const title = { kind: 'album', id: 'a1', title: 'It' } as const
  const { type, data } = alertOf({ watch: 'released', title })
  expect([type, data]).toEqual([
    'watched_album',
    { media_type: 'music', foreign_id: 'a1', title: 'It', watch: 'released' },
  ])
  expect(arrivedTitle(data)).toEqual({ kind: 'album', id: 'a1' })
  expect(arrivedTitle({ media_type: 'tv', tmdb_id: 5 })).toEqual({ kind: 'tv', id: '5' })
  // The library does not say which show or book it is.
  expect(arrivedTitle({ media_type: 'tv', title: 'It' })).toBeNull()
  expect(arrivedTitle({ media_type: 'book', title: 'It' })).toBeNull()
})
