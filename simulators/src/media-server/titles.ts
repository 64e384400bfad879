import type { Catalogue } from '../catalogue/catalogue.ts'
import type { SimRequest } from '../kit/answer.ts'
import { MINUTE_MS } from '../kit/time.ts'
import { queryOf } from './access.ts'

export interface MediaTitle {
  type: 'Movie' | 'Series' | 'Episode'
  name: string
  year: number
  provider_ids: Record<string, string>
}

/** A movie of the catalogue as a media server knows it. */
export function movieTitle(catalogue: Catalogue, tmdbId: number): MediaTitle {
  const movie = catalogue.movie(tmdbId)
  if (!movie) throw new Error(`the catalogue has no movie ${tmdbId}`)
  const provider_ids = { Tmdb: String(tmdbId), Imdb: movie.imdb_id }
  return { type: 'Movie', name: movie.title, year: Number(movie.release_date.slice(0, 4)), provider_ids }
}

export function showTitle(catalogue: Catalogue, tmdbId: number): MediaTitle {
  const show = catalogue.show(tmdbId)
  if (!show) throw new Error(`the catalogue has no show ${tmdbId}`)
  const provider_ids = {
    Tmdb: String(tmdbId),
    Imdb: show.imdb_id,
    ...(show.tvdb_id !== null && { Tvdb: String(show.tvdb_id) }),
  }
  return { type: 'Series', name: show.name, year: Number(show.first_air_date.slice(0, 4)), provider_ids }
}

/** One minute after another, in the order in which titles were put in. */
const FIRST_ADDED = Date.parse('2026-09-01T08:00:00Z')

export function addedAt(place: number): string {
  return new Date(FIRST_ADDED + place * MINUTE_MS).toISOString()
}

interface Dated {
  date_created: string
  /** Of a show: when its newest episode came. */
  date_last_media_added?: string
}

/** By `DateCreated` or `DateLastContentAdded` if asked; otherwise as they lie. */
export function inOrder<T extends Dated>(request: SimRequest, items: T[]): T[] {
  const [first] = queryOf(request, 'sortBy')?.toLowerCase().split(',') ?? []
  if (first !== 'datecreated' && first !== 'datelastcontentadded') return items
  const dateOf = (one: T) =>
    (first === 'datelastcontentadded' && one.date_last_media_added) || one.date_created
  const sorted = items.toSorted((a, b) => dateOf(a).localeCompare(dateOf(b)))
  return queryOf(request, 'sortOrder')?.toLowerCase() === 'descending' ? sorted.toReversed() : sorted
}
