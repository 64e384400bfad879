import { DAY_MS, isoDay } from '../kit/time.ts'
import type { MovieDraft } from './movies.ts'
import type { ShowDraft } from './shows.ts'

/** Titles that tests may name. The library states are made by `stockFixtures` in fixture-library.ts. */
export const MOVIE = {
  with_file: 900_001,
  downloading: 900_002,
  unmonitored: 900_003,
  above_pg_cap: 900_004,
  adult: 900_005,
  unrated: 900_006,
  non_english: 900_007,
  no_poster: 900_008,
  upcoming: 900_009,
  in_cinemas: 900_010,
  requested: 900_011,
  absent: 900_012,
} as const

export const SHOW = {
  /** Harbour Nine: TVDB 430001, one season of eight, all aired. */
  harbour_nine: 800_001,
  running: 800_002,
  upcoming: 800_003,
  anime: 800_004,
  with_specials: 800_005,
  mature: 800_006,
  unrated: 800_007,
  without_tvdb: 800_008,
  no_poster: 800_009,
} as const

export const HARBOUR_NINE_TVDB = 430_001

export function fixtureMovies(now: number): MovieDraft[] {
  return [
    {
      id: MOVIE.with_file,
      title: 'Paper Lanterns',
      shelf: 'family',
      days: -120,
      level: 1,
      set: {
        imdb_id: 'tt9000001',
        overview: 'Two children follow a light across the rooftops and into the oldest house in town.',
        tagline: 'Follow the smallest light.',
        genre_ids: [16, 10751],
        popularity: 241.2,
        vote_average: 7.4,
        vote_count: 812,
      },
    },
    {
      id: MOVIE.downloading,
      title: 'The Clockwork Tide',
      shelf: 'scifi',
      days: -200,
      level: 2,
      set: { popularity: 188.4 },
    },
    { id: MOVIE.unmonitored, title: 'A Quiet Quarrel', shelf: 'drama', days: -700, level: 2 },
    {
      id: MOVIE.above_pg_cap,
      title: 'Knives at the Opera',
      shelf: 'thriller',
      days: -340,
      level: 3,
      set: { popularity: 131.9 },
    },
    {
      id: MOVIE.adult,
      title: 'After Hours at the Velvet Lounge',
      shelf: 'romance',
      days: -500,
      level: 4,
      adult: true,
      set: { overview: 'For grown-ups only.', tagline: '' },
    },
    { id: MOVIE.unrated, title: 'The Unmarked Reel', shelf: 'documentary', days: -900, level: null },
    {
      id: MOVIE.non_english,
      title: 'The Tea House of Small Rains',
      original_title: '小雨の茶屋',
      language: 'ja',
      country: 'JP',
      shelf: 'drama',
      days: -260,
      level: 1,
    },
    {
      id: MOVIE.no_poster,
      title: 'The Missing Poster',
      shelf: 'mystery',
      days: -1200,
      level: 1,
      set: { poster_path: null, backdrop_path: null },
    },
    {
      id: MOVIE.upcoming,
      title: 'Tomorrow, the Sea',
      shelf: 'action',
      days: 45,
      level: 2,
      set: { popularity: 205.5 },
    },
    {
      id: MOVIE.in_cinemas,
      title: 'The Grand Matinee',
      shelf: 'comedy',
      days: -12,
      level: 1,
      set: {
        popularity: 312.7,
        releases: {
          US: [{ certification: 'PG', note: '', date: isoDay(now - 12 * DAY_MS), type: 3 }],
          GB: [{ certification: 'PG', note: '', date: isoDay(now - 5 * DAY_MS), type: 3 }],
        },
      },
    },
    { id: MOVIE.requested, title: 'The Patient Astronomer', shelf: 'scifi', days: -150, level: 1 },
    { id: MOVIE.absent, title: 'Nobody Ordered the Soup', shelf: 'comedy', days: -410, level: 1 },
    {
      id: 900_013,
      title: 'Midnight at the Feather Club',
      shelf: 'comedy',
      days: -1500,
      level: 4,
      adult: true,
      set: { overview: 'A revue for adults.', tagline: '' },
    },
    {
      id: 900_014,
      title: 'Room Service, Room Nine',
      shelf: 'romance',
      days: -2300,
      level: null,
      adult: true,
      set: { overview: 'Not for the family room.', tagline: '' },
    },
  ]
}

export function fixtureShows(): ShowDraft[] {
  return [
    {
      id: SHOW.harbour_nine,
      name: 'Harbour Nine',
      shelf: 'crime',
      country: 'GB',
      schedule: { kind: 'ended', seasons: 1, episodes: 8, last_season_days: 0, first_day: '2025-02-03' },
      set: {
        imdb_id: 'tt8000001',
        overview:
          'A harbour police crew of nine keeps the peace on a coast where everybody owes somebody a boat.',
        popularity: 143.6,
        content_ratings: [
          { iso_3166_1: 'US', rating: 'TV-14' },
          { iso_3166_1: 'GB', rating: '12' },
        ],
      },
    },
    {
      id: SHOW.running,
      name: 'The Weather Office',
      shelf: 'comedy',
      country: 'GB',
      schedule: { kind: 'running', seasons: 2, episodes: 10, last_season_days: -24 },
      level: 2,
      set: { popularity: 176.1 },
    },
    {
      id: SHOW.upcoming,
      name: 'The Cartographers',
      shelf: 'drama',
      schedule: { kind: 'upcoming', seasons: 1, episodes: 8, last_season_days: 30 },
      level: 2,
    },
    {
      id: SHOW.anime,
      name: 'Moonlit Ramen Patrol',
      original_name: '月夜のラーメン隊',
      language: 'ja',
      country: 'JP',
      shelf: 'anime',
      schedule: { kind: 'running', seasons: 2, episodes: 12, last_season_days: -38 },
      level: 2,
      set: { popularity: 120.3 },
    },
    {
      id: SHOW.with_specials,
      name: 'Understairs at Christmas',
      shelf: 'drama',
      schedule: {
        kind: 'returning',
        seasons: 3,
        episodes: 6,
        last_season_days: -200,
        specials: 3,
        announced: true,
      },
      level: 1,
    },
    {
      id: SHOW.mature,
      name: 'Blood Oranges',
      shelf: 'crime',
      schedule: { kind: 'ended', seasons: 2, episodes: 8, last_season_days: -600 },
      level: 4,
    },
    {
      id: SHOW.unrated,
      name: 'Pirate Radio Diaries',
      shelf: 'documentary',
      schedule: { kind: 'ended', seasons: 1, episodes: 6, last_season_days: -800 },
      level: null,
      set: { content_ratings: [] },
    },
    {
      id: SHOW.without_tvdb,
      name: 'The Unlisted Channel',
      shelf: 'mystery',
      schedule: { kind: 'ended', seasons: 1, episodes: 6, last_season_days: -300 },
      level: 2,
      set: { tvdb_id: null },
    },
    {
      id: SHOW.no_poster,
      name: 'Work in Progress Lane',
      shelf: 'reality',
      schedule: { kind: 'ended', seasons: 1, episodes: 8, last_season_days: -450 },
      level: 1,
      set: { poster_path: null, backdrop_path: null },
    },
  ]
}
