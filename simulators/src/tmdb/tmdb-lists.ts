import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Movie, Show } from '../catalogue/types.ts'
import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { hashText } from '../kit/random.ts'
import type { SimServer } from '../kit/sim-server.ts'
import { DAY_MS, isoDay } from '../kit/time.ts'
import { discoverMovies, discoverShows } from './tmdb-discover.ts'
import { tmdbError } from './tmdb-errors.ts'
import { movieItem, personItem, showItem } from './tmdb-items.ts'
import type { Translations } from './tmdb-language.ts'
import { pageOf, type Paging } from './tmdb-paging.ts'

export interface TmdbContext {
  catalogue: Catalogue
  server: Pick<SimServer, 'route' | 'url'>
  paging: Paging
  translations: Translations
  now: () => number
  /** Shows whose TVDB id is not known here. */
  unbridged: ReadonlySet<number>
}

function byPopularity(a: { popularity: number }, b: { popularity: number }): number {
  return b.popularity - a.popularity
}

function byAcclaim(a: Movie | Show, b: Movie | Show): number {
  return b.vote_average - a.vote_average
}

export function routeLists(tmdb: TmdbContext): void {
  routeMovieLists(tmdb)
  routeShowLists(tmdb)
  routeTrending(tmdb)
  const { server, catalogue, paging } = tmdb
  server.route('GET /3/discover/movie', request =>
    json(pageOf(request, discoverMovies(request.query, catalogue.movies).map(movieItem), paging)),
  )
  server.route('GET /3/discover/tv', request =>
    json(pageOf(request, discoverShows(request.query, catalogue.shows).map(showItem), paging)),
  )
  server.route('GET /3/person/popular', request => {
    const people = catalogue.people.filter(person => !person.adult).toSorted(byPopularity)
    const page = pageOf(request, people, paging)
    return json({ ...page, results: page.results.map(person => personItem(catalogue, person)) })
  })
}

function routeMovieLists({ server, catalogue, paging, now }: TmdbContext): void {
  const decent = catalogue.movies.filter(movie => !movie.adult)
  const day = (offset: number) => isoDay(now() + offset * DAY_MS)

  server.route('GET /3/movie/popular', request =>
    json(pageOf(request, decent.toSorted(byPopularity).map(movieItem), paging)),
  )
  server.route('GET /3/movie/top_rated', request => {
    const rated = decent.filter(movie => movie.vote_count >= 300).toSorted(byAcclaim)
    return json(pageOf(request, rated.map(movieItem), paging))
  })

  function windowed(request: SimRequest, minimum: string, maximum: string) {
    const region = request.query.get('region')
    // Any country's cinema date counts, so an old title's late release leaks in, as upstream (tmdb.md, route map).
    const found = decent.filter(movie => {
      const rows = region ? (movie.releases[region] ?? []) : Object.values(movie.releases).flat()
      return rows.some(
        row => (row.type === 2 || row.type === 3) && row.date >= minimum && row.date <= maximum,
      )
    })
    return json({
      dates: { maximum, minimum },
      ...pageOf(request, found.toSorted(byPopularity).map(movieItem), paging),
    })
  }
  server.route('GET /3/movie/now_playing', request => windowed(request, day(-42), day(0)))
  server.route('GET /3/movie/upcoming', request => windowed(request, day(1), day(28)))
}

function routeShowLists({ server, catalogue, paging, now }: TmdbContext): void {
  const day = (offset: number) => isoDay(now() + offset * DAY_MS)

  server.route('GET /3/tv/popular', request =>
    json(pageOf(request, catalogue.shows.toSorted(byPopularity).map(showItem), paging)),
  )
  server.route('GET /3/tv/top_rated', request => {
    const rated = catalogue.shows.filter(show => show.vote_count >= 200).toSorted(byAcclaim)
    return json(pageOf(request, rated.map(showItem), paging))
  })

  function airing(request: SimRequest, from: string, to: string) {
    const found = catalogue.shows.filter(show =>
      show.seasons.some(season =>
        season.episodes.some(
          episode => episode.air_date && episode.air_date >= from && episode.air_date <= to,
        ),
      ),
    )
    return json(pageOf(request, found.toSorted(byPopularity).map(showItem), paging))
  }
  server.route('GET /3/tv/on_the_air', request => airing(request, day(0), day(7)))
  server.route('GET /3/tv/airing_today', request => airing(request, day(0), day(0)))
}

/** Trending is popularity stirred by the day or the week, so that it changes and yet can be foretold. */
function routeTrending({ server, catalogue, paging, now }: TmdbContext): void {
  function trend(id: number, popularity: number, window: string): number {
    const period = Math.floor(now() / (window === 'day' ? DAY_MS : 7 * DAY_MS))
    return popularity * (0.4 + (hashText(`${id}:${window}:${period}`) % 1000) / 800)
  }

  server.route('GET /3/trending/:kind/:window', request => {
    const { kind = '', window = '' } = request.params
    if (!['all', 'movie', 'tv', 'person'].includes(kind) || !['day', 'week'].includes(window)) {
      throw new Refused(tmdbError(34))
    }
    const wants = (one: string) => kind === 'all' || kind === one
    const movies = wants('movie')
      ? catalogue.movies
          .filter(movie => !movie.adult)
          .map(movie => ({ ...movieItem(movie), media_type: 'movie' }))
      : []
    const shows = wants('tv') ? catalogue.shows.map(show => ({ ...showItem(show), media_type: 'tv' })) : []
    const people = wants('person')
      ? catalogue.people
          .filter(person => !person.adult && (kind === 'person' || person.popularity > 34))
          .map(person => ({ ...personItem(catalogue, person), media_type: 'person' }))
      : []
    const all = [...movies, ...shows, ...people].toSorted(
      (a, b) => trend(b.id, b.popularity, window) - trend(a.id, a.popularity, window),
    )
    return json(pageOf(request, all, paging))
  })
}
