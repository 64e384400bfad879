import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { tmdbError } from './tmdb-errors.ts'
import { movieItem, personItem, showItem } from './tmdb-items.ts'
import type { TmdbContext } from './tmdb-lists.ts'
import { pageOf } from './tmdb-paging.ts'

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Every word asked for begins some word of the text. */
function matcher(request: SimRequest): (...texts: string[]) => boolean {
  const query = request.query.get('query')
  if (query === null) throw new Refused(tmdbError(5))
  const wanted = fold(query).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return () => false
  return (...texts) =>
    texts.some(text => {
      const words = fold(text).split(/[^\p{L}\p{N}]+/u)
      return wanted.every(
        word => words.some(own => own.startsWith(word)) || fold(text).includes(wanted.join(' ')),
      )
    })
}

function byPopularity(a: { popularity: number }, b: { popularity: number }): number {
  return b.popularity - a.popularity
}

function findAll({ catalogue, translations }: TmdbContext, request: SimRequest) {
  const matches = matcher(request)
  const adult = request.query.get('include_adult') === 'true'
  const movies = catalogue.movies
    .filter(
      movie =>
        (adult || !movie.adult) &&
        matches(movie.title, movie.original_title, ...translations.titlesOf('movie', movie.id)),
    )
    .map(movieItem)
  const shows = catalogue.shows
    .filter(show => matches(show.name, show.original_name, ...translations.titlesOf('tv', show.id)))
    .map(showItem)
  const people = catalogue.people
    .filter(person => (adult || !person.adult) && matches(person.name))
    .map(person => personItem(catalogue, person))
  return { movies, shows, people }
}

export function routeSearch(tmdb: TmdbContext): void {
  const { server, catalogue, paging } = tmdb
  server.route('GET /3/search/multi', request => {
    const { movies, shows, people } = findAll(tmdb, request)
    const all = [
      ...movies.map(item => ({ ...item, media_type: 'movie' })),
      ...shows.map(item => ({ ...item, media_type: 'tv' })),
      ...people.map(item => ({ ...item, media_type: 'person' })),
    ]
    return json(pageOf(request, all.toSorted(byPopularity), paging))
  })
  server.route('GET /3/search/movie', request => {
    const year = request.query.get('primary_release_year') ?? request.query.get('year')
    const movies = findAll(tmdb, request).movies.filter(movie => !year || movie.release_date.startsWith(year))
    return json(pageOf(request, movies.toSorted(byPopularity), paging))
  })
  server.route('GET /3/search/tv', request => {
    const year = request.query.get('first_air_date_year') ?? request.query.get('year')
    const shows = findAll(tmdb, request).shows.filter(show => !year || show.first_air_date.startsWith(year))
    return json(pageOf(request, shows.toSorted(byPopularity), paging))
  })
  server.route('GET /3/search/person', request =>
    json(pageOf(request, findAll(tmdb, request).people.toSorted(byPopularity), paging)),
  )
  server.route('GET /3/search/keyword', request => {
    const matches = matcher(request)
    return json(
      pageOf(
        request,
        catalogue.keywords.filter(keyword => matches(keyword.name)),
        paging,
      ),
    )
  })
  server.route('GET /3/search/company', request => {
    const matches = matcher(request)
    return json(
      pageOf(
        request,
        catalogue.companies.filter(company => matches(company.name)),
        paging,
      ),
    )
  })
  server.route('GET /3/search/collection', request => {
    const matches = matcher(request)
    const found = catalogue.collections
      .filter(collection => matches(collection.name))
      .map(collection => ({
        ...collection,
        adult: false,
        original_language: 'en',
        original_name: collection.name,
      }))
    return json(pageOf(request, found, paging))
  })
}
