import type { Movie } from '../catalogue/types.ts'
import type { Release } from '../servarr/downloads.ts'
import { folderName } from '../servarr/naming.ts'
import type { Servarr } from '../servarr/servarr.ts'

export interface MovieFile {
  id: number
  relative_path: string
  size: number
  date_added: number
  release: Release
}

export type MovieStatus = 'announced' | 'inCinemas' | 'released'

export interface AddMovieOptions {
  searchForMovie: boolean
  monitor: string
  addMethod: string
}

/** A movie in Radarr's own database; metadata stays in the catalogue. */
export interface LibraryMovie {
  id: number
  tmdb_id: number
  title: string
  monitored: boolean
  quality_profile_id: number
  minimum_availability: string
  root_folder_path: string
  path: string
  tags: number[]
  added: number
  /** There until the first refresh is done (servarr-common.md, 10). */
  add_options: AddMovieOptions | null
  file: MovieFile | null
  last_search: number | null
}

export function releaseYear(movie: Movie): number {
  return Number(movie.release_date.slice(0, 4)) || 0
}

export function moviePath(root: string, movie: Movie): string {
  return `${root.replace(/\/$/, '')}/${folderName(movie.title)} (${releaseYear(movie)})`
}

export interface MovieDates {
  in_cinemas: string | null
  digital: string | null
  physical: string | null
}

export function datesOf(movie: Movie): MovieDates {
  const rows = movie.releases['US'] ?? Object.values(movie.releases).flat()
  const earliest = (...types: number[]) =>
    rows
      .filter(row => types.includes(row.type))
      .map(row => row.date)
      .sort()[0] ?? null
  return { in_cinemas: earliest(3, 2), digital: earliest(4), physical: earliest(5) }
}

const CINEMA_RUN_MS = 90 * 24 * 60 * 60 * 1000

export function statusOf(movie: Movie, now: number): MovieStatus {
  const { in_cinemas, digital, physical } = datesOf(movie)
  const past = (date: string | null) => date !== null && Date.parse(date) <= now
  if (past(digital) || past(physical)) return 'released'
  if (!past(in_cinemas)) return 'announced'
  // Without a home release on file, Radarr calls it released once its cinema run must be over.
  const over = digital === null && physical === null && now - Date.parse(in_cinemas ?? '') > CINEMA_RUN_MS
  return over ? 'released' : 'inCinemas'
}

export function isAvailable(record: LibraryMovie, movie: Movie, now: number): boolean {
  const order = ['announced', 'inCinemas', 'released']
  return order.indexOf(statusOf(movie, now)) >= order.indexOf(record.minimum_availability)
}

export interface RadarrLibrary {
  records: Map<number, LibraryMovie>
  byTmdb: (tmdbId: number) => LibraryMovie | undefined
  metadata: (record: LibraryMovie) => Movie
  exclusions: { id: number; tmdb_id: number; title: string; year: number }[]
}

export function createRadarrLibrary({ catalogue }: Servarr): RadarrLibrary {
  const records = new Map<number, LibraryMovie>()
  return {
    records,
    byTmdb: tmdbId => records.values().find(record => record.tmdb_id === tmdbId),
    metadata(record) {
      const movie = catalogue.movie(record.tmdb_id)
      if (!movie) throw new Error(`the catalogue has no movie ${record.tmdb_id}`)
      return movie
    },
    exclusions: [],
  }
}
