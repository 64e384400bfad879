import { LANGUAGES, MOVIE_CERTIFICATIONS, REGIONS, TV_CERTIFICATIONS } from '../catalogue/certifications.ts'
import { MOVIE_GENRES, TV_GENRES } from '../catalogue/genres.ts'
import { PROVIDERS } from '../catalogue/people-names.ts'
import { json, Refused } from '../kit/answer.ts'
import { tmdbError } from './tmdb-errors.ts'
import { movieItem, showItem } from './tmdb-items.ts'
import type { TmdbContext } from './tmdb-lists.ts'
import { providerFacts } from './tmdb-parts.ts'
import { readId } from './tmdb-titles.ts'

/** What changes rarely: configuration, genres, certifications, providers, and the small records behind ids. */
export function routeReference(tmdb: TmdbContext): void {
  const { server, catalogue } = tmdb
  server.route('GET /3/authentication', () =>
    json({ success: true, status_code: 1, status_message: 'Success.' }),
  )
  server.route('GET /3/configuration', () => json(configuration(server.url)))
  server.route('GET /3/configuration/languages', () => json(LANGUAGES))
  server.route('GET /3/configuration/countries', () => json(REGIONS))
  server.route('GET /3/genre/movie/list', () => json({ genres: MOVIE_GENRES }))
  server.route('GET /3/genre/tv/list', () => json({ genres: TV_GENRES }))
  server.route('GET /3/certification/movie/list', () => json({ certifications: MOVIE_CERTIFICATIONS }))
  server.route('GET /3/certification/tv/list', () => json({ certifications: TV_CERTIFICATIONS }))
  server.route('GET /3/watch/providers/regions', () => json({ results: REGIONS }))
  for (const kind of ['movie', 'tv']) {
    server.route(`GET /3/watch/providers/${kind}`, () => {
      const results = PROVIDERS.map((provider, i) => ({
        display_priorities: Object.fromEntries(REGIONS.map(region => [region.iso_3166_1, i])),
        ...providerFacts(provider.provider_id, i),
      }))
      return json({ results })
    })
  }
  server.route('GET /3/collection/:id', request => {
    const id = readId(request)
    const collection = catalogue.collections.find(one => one.id === id)
    if (!collection) throw new Refused(tmdbError(34))
    const parts = catalogue.movies.filter(movie => movie.collection_id === id)
    return json({
      ...collection,
      original_language: 'en',
      original_name: collection.name,
      parts: parts.map(movie => ({ ...movieItem(movie), media_type: 'movie' })),
    })
  })
  server.route('GET /3/company/:id', request => {
    const id = readId(request)
    const company = catalogue.companies.find(one => one.id === id)
    if (!company) throw new Refused(tmdbError(34))
    return json({ description: '', headquarters: '', homepage: '', parent_company: null, ...company })
  })
  server.route('GET /3/keyword/:id', request => {
    const id = readId(request)
    const keyword = catalogue.keywords.find(one => one.id === id)
    if (!keyword) throw new Refused(tmdbError(34))
    return json(keyword)
  })
  routeFind(tmdb)
}

function routeFind({ server, catalogue }: TmdbContext): void {
  server.route('GET /3/find/:id', request => {
    const id = request.params['id'] ?? ''
    const source = request.query.get('external_source')
    if (!source) throw new Refused(tmdbError(5))
    const movies = source === 'imdb_id' ? catalogue.movies.filter(movie => movie.imdb_id === id) : []
    const shows = catalogue.shows.filter(show =>
      source === 'imdb_id' ? show.imdb_id === id : source === 'tvdb_id' && String(show.tvdb_id) === id,
    )
    return json({
      movie_results: movies.map(movie => ({ ...movieItem(movie), media_type: 'movie' })),
      person_results: [],
      tv_results: shows.map(show => ({ ...showItem(show), media_type: 'tv' })),
      tv_episode_results: [],
      tv_season_results: [],
    })
  })
}

function configuration(url: string) {
  return {
    change_keys: ['images', 'overview', 'title'],
    images: {
      base_url: `${url}/t/p/`,
      secure_base_url: `${url}/t/p/`,
      backdrop_sizes: ['w300', 'w780', 'w1280', 'original'],
      logo_sizes: ['w45', 'w92', 'w154', 'w185', 'w300', 'w500', 'original'],
      poster_sizes: ['w92', 'w154', 'w185', 'w342', 'w500', 'w780', 'original'],
      profile_sizes: ['w45', 'w185', 'h632', 'original'],
      still_sizes: ['w92', 'w185', 'w300', 'original'],
    },
  }
}
