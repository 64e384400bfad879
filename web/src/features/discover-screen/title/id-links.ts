import type { MovieDetail, PersonDetail, TvDetail } from '@foyer/contract/discover-screen/media-details'
import type { SiteLink } from '#lib/site-links.tsx'
import { numberOf, partOf, textOf } from './provider-fields.ts'

/** Only ids of the expected form become links. */
function imdbLink(id: unknown, form = /^tt\d{5,10}$/, page = 'title'): SiteLink[] {
  const text = textOf(id)
  return text && form.test(text) ? [{ site: 'IMDb', url: `https://www.imdb.com/${page}/${text}/` }] : []
}

function tvdbLink(id: unknown): SiteLink[] {
  const number = numberOf(id)
  return number ? [{ site: 'TheTVDB', url: `https://thetvdb.com/dereferrer/series/${number}` }] : []
}

const tmdbLink = (kind: 'movie' | 'tv' | 'person', id: number): SiteLink => ({
  site: 'TMDB',
  url: `https://www.themoviedb.org/${kind}/${id}`,
})

/** The pages about a movie elsewhere. */
export function movieLinks(movie: MovieDetail): SiteLink[] {
  return [tmdbLink('movie', movie.id), ...imdbLink(movie.imdb_id)]
}

/** The pages about a show elsewhere. */
export function showLinks(show: TvDetail): SiteLink[] {
  const ids = show.external_ids
  return [tmdbLink('tv', show.id), ...imdbLink(partOf(ids, 'imdb_id')), ...tvdbLink(partOf(ids, 'tvdb_id'))]
}

/** The pages about a person elsewhere. */
export function personLinks(person: PersonDetail): SiteLink[] {
  return [tmdbLink('person', person.id), ...imdbLink(person['imdb_id'], /^nm\d{5,10}$/, 'name')]
}
