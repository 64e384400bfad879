import type { Catalogue } from '../catalogue/catalogue.ts'

export interface MediaTitle {
  type: 'Movie' | 'Series'
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
