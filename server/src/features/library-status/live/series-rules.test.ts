import { describe, expect, it } from 'vitest'
import type { LibraryEpisode, LibrarySeries, QueuedEpisode, SeasonRecord } from '#ports/series-library.ts'
import { countEpisodes, countRecords, isCountRough, liveSeries } from './series-rules.ts'

const NOW = '2026-11-15T09:00:00.000Z'
const AIRED = '2026-11-01T20:00:00.000Z'
const AHEAD = '2026-12-01T20:00:00.000Z'

const season = (season_number: number, change: Partial<SeasonRecord> = {}): SeasonRecord => ({
  season_number,
  monitored: true,
  file_count: 0,
  wanted_count: 0,
  total_count: 0,
  ...change,
})
const series = (seasons: SeasonRecord[], change: Partial<LibrarySeries> = {}): LibrarySeries => ({
  series_id: 5,
  tvdb_id: 430_001,
  monitored: true,
  ended: false,
  seasons,
  ...change,
})
/** `files` of `aired` episodes are on disk; `ahead` are still to come. */
function episodes(season_number: number, files: number, aired: number, ahead = 0): LibraryEpisode[] {
  return [
    ...Array.from({ length: aired }, (_, i) => ({ season_number, airs_at: AIRED, has_file: i < files })),
    ...Array.from({ length: ahead }, () => ({ season_number, airs_at: AHEAD, has_file: false })),
  ]
}
const row = (season_number: number, id = 'a', size = 1000, left = 750): QueuedEpisode => ({
  series_id: 5,
  season_number,
  download: { id, size, left },
})

interface Case {
  seasons?: SeasonRecord[]
  monitored?: boolean
  episodes?: LibraryEpisode[]
  queue?: QueuedEpisode[] | null
  map?: Record<string, number> | 'same'
}
function live({ seasons = [season(1)], monitored = true, episodes: all = [], queue = [], map }: Case) {
  const facts = { series: series(seasons, { monitored }), counts: countEpisodes(all, NOW), queue }
  return liveSeries(facts, { season_map: map ?? 'same' })
}

describe('a season (1/3)', () => {
  const off = [season(1, { monitored: false })]
  it.each<[string, Case, string, number, number, number]>([
    ['every aired episode has a file', { episodes: episodes(1, 8, 8, 2) }, 'available', 100, 8, 8],
    ['some have', { episodes: episodes(1, 3, 8) }, 'partial', 37.5, 8, 3],
    [
      'some have and more are fetched',
      { episodes: episodes(1, 3, 8), queue: [row(1)] },
      'partial',
      37.5,
      8,
      3,
    ],
    ['a queue item', { episodes: episodes(1, 0, 8), queue: [row(1)] }, 'downloading', 25, 8, 0],
    ['series and season monitored', { episodes: episodes(1, 0, 8) }, 'requested', 0, 8, 0],
    ['right after an add: no episodes yet', {}, 'requested', 0, 0, 0],
    ['nothing aired yet', { episodes: episodes(1, 0, 0, 6) }, 'requested', 0, 0, 0],
    ['season not monitored', { seasons: off, episodes: episodes(1, 0, 8) }, 'unavailable', 0, 8, 0],
    ['series not monitored', { monitored: false, episodes: episodes(1, 0, 8) }, 'unavailable', 0, 8, 0],
  ])('%s', (_name, given, status, progress, episode_count, episode_file_count) => {
    const found = live(given)
    expect(found.known && found.seasons).toMatchObject([
      { season_number: 1, status, progress, episode_count, episode_file_count },
    ])
  })

  it('1:3 is available by aired episodes only: a file that came early fills no gap', () => {
    const early = { season_number: 1, airs_at: AHEAD, has_file: true }
    const found = live({ episodes: [...episodes(1, 1, 2), early] })
    expect(found.known && found.seasons).toMatchObject([
      { status: 'partial', progress: 50, episode_count: 2, episode_file_count: 2 },
    ])
  })

  it('sonarr.md: an episode without a date has not aired, and one that airs this moment has', () => {
    const all = [
      { season_number: 1, has_file: false },
      { season_number: 1, has_file: true, airs_at: NOW },
    ]
    expect(live({ episodes: all })).toMatchObject({ status: 'available', progress: 100 })
  })
})

describe('a show (1/3, no specials)', () => {
  it.each<[string, Case, string, number]>([
    ['all there', { episodes: [...episodes(1, 8, 8), ...episodes(2, 4, 4, 4)] }, 'available', 100],
    ['one season there', { episodes: [...episodes(1, 8, 8), ...episodes(2, 0, 8)] }, 'partial', 50],
    [
      'there, and another season announced',
      { episodes: [...episodes(1, 8, 8), ...episodes(2, 0, 0, 8)] },
      'available',
      100,
    ],
    ['on its way', { episodes: episodes(1, 0, 8), queue: [row(2)] }, 'downloading', 25],
    ['asked for', { episodes: episodes(1, 0, 8) }, 'requested', 0],
  ])('%s', (_name, given, status, progress) => {
    expect(live({ seasons: [season(1), season(2)], ...given })).toMatchObject({
      known: true,
      status,
      progress,
      series_id: 5,
    })
  })

  it('has no specials: not in its seasons, its files or its downloads', () => {
    const given = { seasons: [season(0), season(1)], queue: [row(0)] }
    const found = live({ ...given, episodes: [...episodes(0, 2, 2), ...episodes(1, 0, 8)] })
    expect(found).toMatchObject({ status: 'requested', seasons: [{ season_number: 1 }] })
  })

  it('counts a pack once, though every episode has a row with the size of the whole', () => {
    const pack = [row(1), row(1), row(1), row(2, 'b', 1000, 250)]
    const found = live({ seasons: [season(1), season(2)], queue: pack })
    expect(found).toMatchObject({ status: 'downloading', progress: 50 })
    expect(found.known && found.seasons.map(one => one.progress)).toEqual([25, 75])
  })

  it('is unavailable when the library lacks it', () => {
    const facts = { series: null, counts: new Map(), queue: null }
    expect(liveSeries(facts, { season_map: { 1: 1 } })).toEqual({
      known: true,
      status: 'unavailable',
      progress: 0,
      seasons: [],
    })
  })

  it('is unknown when only a queue that cannot be read could decide', () => {
    expect(live({ queue: null })).toEqual({ known: false, reason: 'library_unavailable' })
    expect(live({ queue: null, episodes: episodes(1, 8, 8) })).toMatchObject({ status: 'available' })
  })
})

describe('the projection to the metadata provider’s seasons (1:4.6, 1/4.7)', () => {
  const seasons = [season(1), season(2, { monitored: false }), season(3)]
  const all = [...episodes(1, 8, 8), ...episodes(2, 2, 4), ...episodes(3, 0, 8)]

  it('tells the target’s facts under the source’s number, and of no other season', () => {
    const found = live({ seasons, episodes: all, map: { 1: 2 } })
    expect(found).toMatchObject({ status: 'partial', progress: 50 })
    expect(found.known && found.seasons).toEqual([
      {
        season_number: 1,
        status: 'partial',
        progress: 50,
        episode_count: 4,
        episode_file_count: 2,
        monitored: false,
      },
    ])
  })

  it('keeps the source’s order, and knows a target that the library lacks as unavailable', () => {
    const found = live({ seasons, episodes: all, map: { 10: 9, 2: 3, 1: 1 } })
    expect(found.known && found.seasons.map(one => [one.season_number, one.status])).toEqual([
      [1, 'available'],
      [2, 'requested'],
      [10, 'unavailable'],
    ])
  })

  it('hears only of the mapped seasons’ downloads', () => {
    const found = live({ seasons, map: { 1: 3 }, queue: [row(1)] })
    expect(found).toMatchObject({ status: 'requested' })
  })

  it('may point to the specials when an admin says so', () => {
    const found = live({ seasons: [season(0), ...seasons], episodes: episodes(0, 3, 3), map: { 1: 0 } })
    expect(found).toMatchObject({ status: 'available', seasons: [{ season_number: 1 }] })
  })
})

describe('the count of a card, from the series record alone', () => {
  const counted = (one: LibrarySeries) =>
    liveSeries({ series: one, counts: countRecords(one), queue: [] }, { season_map: 'same' })
  const full = season(1, { file_count: 8, wanted_count: 8, total_count: 8 })

  it.each<[string, LibrarySeries, string]>([
    ['whole and ended', series([full], { ended: true }), 'available'],
    [
      'airing: what is to come is not missed',
      series([season(1, { file_count: 4, wanted_count: 4, total_count: 8 })]),
      'available',
    ],
    [
      'airing, one behind',
      series([season(1, { file_count: 3, wanted_count: 4, total_count: 8 })]),
      'partial',
    ],
    [
      'the pilot alone of an ended show',
      series([season(1, { file_count: 1, wanted_count: 1, total_count: 8 })], { ended: true }),
      'partial',
    ],
    [
      'an older season that nobody asked for',
      series([
        season(1, { monitored: false, total_count: 8 }),
        season(2, { file_count: 8, wanted_count: 8, total_count: 8 }),
      ]),
      'partial',
    ],
    ['nothing yet', series([season(1, { wanted_count: 8, total_count: 8 })]), 'requested'],
    ['right after an add', series([]), 'unavailable'],
  ])('%s', (_name, one, status) => {
    expect(counted(one)).toMatchObject({ known: true, status })
  })

  const episodic = (one: LibrarySeries, all: LibraryEpisode[]) =>
    liveSeries({ series: one, counts: countEpisodes(all, NOW), queue: [] }, { season_map: 'same' })

  it('1:3 is not enough for a last season that is not monitored: announced or missing, the record is the same', () => {
    const show = series([full, season(2, { monitored: false, total_count: 8 })])
    expect(isCountRough(show)).toBe(true)
    expect(episodic(show, [...episodes(1, 8, 8), ...episodes(2, 0, 0, 8)])).toMatchObject({
      status: 'available',
    })
    expect(episodic(show, [...episodes(1, 8, 8), ...episodes(2, 0, 4, 4)])).toMatchObject({
      status: 'partial',
    })
  })

  const unmonitored = season(2, { monitored: false, total_count: 8 })
  it.each<[string, LibrarySeries, boolean]>([
    [
      'a season that airs: an episode may be switched off by itself',
      series([{ ...full, total_count: 9 }]),
      true,
    ],
    [
      'an ended show with episodes that have no date',
      series([{ ...full, total_count: 9 }], { ended: true }),
      true,
    ],
    [
      'an ended show of which nobody asked for the last season',
      series([full, unmonitored], { ended: true }),
      true,
    ],
    [
      'a season that airs while the next is announced',
      series([{ ...full, total_count: 9 }, unmonitored]),
      true,
    ],
    [
      'an older season of which only some is there',
      series([
        { ...full, total_count: 9 },
        { ...full, season_number: 2 },
      ]),
      true,
    ],
    ['whole', series([full, { ...full, season_number: 2 }]), false],
    [
      'all that aired is wanted',
      series([season(1, { file_count: 3, wanted_count: 8, total_count: 8 })]),
      false,
    ],
    [
      'an older season that nobody asked for',
      series([season(1, { monitored: false, total_count: 8 }), { ...full, season_number: 2 }]),
      false,
    ],
    [
      'specials',
      series([season(0, { monitored: false, file_count: 1, wanted_count: 1, total_count: 9 }), full]),
      false,
    ],
    ['no files: what aired decides nothing', series([season(1, { wanted_count: 4, total_count: 8 })]), false],
    ['right after an add', series([]), false],
  ])('is rough or not: %s', (_name, one, rough) => {
    expect(isCountRough(one)).toBe(rough)
  })
})
