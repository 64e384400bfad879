import type { Mood } from './art/palettes.ts'

/** Fields that TMDB sends keep TMDB's names. */
export interface Person {
  id: number
  name: string
  gender: 0 | 1 | 2 | 3
  adult: boolean
  known_for_department: string
  biography: string
  birthday: string | null
  deathday: string | null
  place_of_birth: string | null
  popularity: number
  profile_path: string | null
  imdb_id: string
}

export interface CastCredit {
  person_id: number
  character: string
  credit_id: string
  order: number
}

export interface CrewCredit {
  person_id: number
  department: string
  job: string
  credit_id: string
}

export interface Video {
  id: string
  iso_639_1: string
  iso_3166_1: string
  name: string
  key: string
  site: string
  size: number
  type: string
  official: boolean
  published_at: string
}

export type Monetization = 'flatrate' | 'rent' | 'buy'
/** Region, then how, then provider ids. */
export type Availability = Record<string, Partial<Record<Monetization, number[]>>>

interface Title {
  id: number
  imdb_id: string
  original_language: string
  origin_country: string[]
  overview: string
  tagline: string
  adult: boolean
  popularity: number
  vote_average: number
  vote_count: number
  poster_path: string | null
  backdrop_path: string | null
  mood: Mood
  genre_ids: number[]
  keyword_ids: number[]
  company_ids: number[]
  cast: CastCredit[]
  crew: CrewCredit[]
  videos: Video[]
  watch: Availability
}

export interface ReleaseDate {
  certification: string
  note: string
  /** `2026-03-01` */
  date: string
  /** 1 premiere, 2 limited, 3 theatrical, 4 digital, 5 physical, 6 TV. */
  type: 1 | 2 | 3 | 4 | 5 | 6
}

export interface Movie extends Title {
  title: string
  original_title: string
  release_date: string
  runtime: number
  budget: number
  revenue: number
  status: 'Released' | 'Post Production' | 'In Production'
  collection_id: number | null
  releases: Record<string, ReleaseDate[]>
}

export interface Episode {
  id: number
  tvdb_id: number
  season_number: number
  episode_number: number
  absolute_number: number | null
  name: string
  overview: string
  /** null: announced without a date. */
  air_date: string | null
  runtime: number
  still_path: string | null
  vote_average: number
  vote_count: number
}

export interface Season {
  id: number
  season_number: number
  name: string
  overview: string
  air_date: string | null
  poster_path: string | null
  vote_average: number
  episodes: Episode[]
}

export interface Show extends Title {
  name: string
  original_name: string
  /** null: TMDB knows no TVDB counterpart. */
  tvdb_id: number | null
  first_air_date: string
  episode_run_time: number
  status: 'Returning Series' | 'Ended' | 'In Production'
  type: 'Scripted' | 'Reality' | 'Documentary' | 'Miniseries'
  anime: boolean
  network_id: number
  content_ratings: { iso_3166_1: string; rating: string }[]
  seasons: Season[]
  /** Local time of broadcast, `21:00`. */
  air_time: string
}

export interface Company {
  id: number
  name: string
  origin_country: string
  logo_path: string | null
}

export interface Collection {
  id: number
  name: string
  overview: string
  poster_path: string
  backdrop_path: string
}

export interface Keyword {
  id: number
  name: string
}
