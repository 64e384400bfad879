import type { MovieDetail, TvDetail } from '@foyer/contract/discover-screen/media-details'
import { numberOf, partOf, textOf } from './provider-fields.ts'

export interface IdLink {
  site: string
  url: string
}

/** Only ids of the expected form become links. */
function imdbLink(id: unknown): IdLink[] {
  const text = textOf(id)
  return text && /^tt\d{5,10}$/.test(text)
    ? [{ site: 'IMDb', url: `https://www.imdb.com/title/${text}/` }]
    : []
}

function tvdbLink(id: unknown): IdLink[] {
  const number = numberOf(id)
  return number ? [{ site: 'TheTVDB', url: `https://thetvdb.com/dereferrer/series/${number}` }] : []
}

const tmdbLink = (kind: 'movie' | 'tv', id: number): IdLink => ({
  site: 'TMDB',
  url: `https://www.themoviedb.org/${kind}/${id}`,
})

/** The pages about a movie elsewhere. */
export function movieLinks(movie: MovieDetail): IdLink[] {
  return [tmdbLink('movie', movie.id), ...imdbLink(movie.imdb_id)]
}

/** The pages about a show elsewhere. */
export function showLinks(show: TvDetail): IdLink[] {
  const ids = show.external_ids
  return [tmdbLink('tv', show.id), ...imdbLink(partOf(ids, 'imdb_id')), ...tvdbLink(partOf(ids, 'tvdb_id'))]
}
