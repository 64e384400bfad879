import type { Movie, Show } from '../catalogue/types.ts'
import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { hashText } from '../kit/random.ts'
import { movieDetails, seasonDetails, showDetails } from './tmdb-details.ts'
import { tmdbError } from './tmdb-errors.ts'
import { movieItem, showItem } from './tmdb-items.ts'
import type { TmdbContext } from './tmdb-lists.ts'
import { pageOf } from './tmdb-paging.ts'
import { movieParts, type Part, showParts } from './tmdb-parts.ts'

const MAX_APPENDED = 20

export function readId(request: SimRequest): number {
  const id = Number(request.params['id'])
  if (!Number.isInteger(id) || id < 1) throw new Refused(tmdbError(6))
  return id
}

/** tmdb.md: a comma list of at most 20, each under its own key and without an id; unknown names are passed over. */
function appended<T>(request: SimRequest, title: T, parts: Record<string, Part<T>>): Record<string, unknown> {
  const asked = request.query.get('append_to_response')?.split(',').filter(Boolean) ?? []
  if (asked.length > MAX_APPENDED) throw new Refused(tmdbError(27))
  return Object.fromEntries(asked.flatMap(name => (parts[name] ? [[name, parts[name](title)]] : [])))
}

/** Titles that share genres, nearest first; the two lists differ, as upstream. */
function kin<T extends Movie | Show>(title: T, all: readonly T[], flavour: string): T[] {
  const closeness = (other: T) =>
    other.genre_ids.filter(id => title.genre_ids.includes(id)).length * 10 +
    other.keyword_ids.filter(id => title.keyword_ids.includes(id)).length * 6 +
    (hashText(`${flavour}:${title.id}:${other.id}`) % 10)
  return all
    .filter(
      other =>
        other.id !== title.id && !other.adult && other.genre_ids.some(id => title.genre_ids.includes(id)),
    )
    .toSorted((a, b) => closeness(b) - closeness(a))
    .slice(0, 60)
}

export function routeMovies(tmdb: TmdbContext): void {
  const { server, catalogue, paging } = tmdb
  const parts = movieParts(catalogue)
  const find = (request: SimRequest) => {
    const movie = catalogue.movie(readId(request))
    if (!movie) throw new Refused(tmdbError(34))
    return movie
  }
  const kinPage = (request: SimRequest, movie: Movie, flavour: string) =>
    pageOf(
      request,
      kin(movie, catalogue.movies, flavour).map(one => ({ ...movieItem(one), media_type: 'movie' })),
      paging,
    )

  server.route('GET /3/movie/:id', request => {
    const movie = find(request)
    const lists = {
      recommendations: (one: Movie) => kinPage(request, one, 'recommendations'),
      similar: (one: Movie) => kinPage(request, one, 'similar'),
    }
    return json({ ...movieDetails(catalogue, movie), ...appended(request, movie, { ...parts, ...lists }) })
  })
  for (const [name, part] of Object.entries(parts)) {
    server.route(`GET /3/movie/:id/${name}`, request => {
      const movie = find(request)
      return json({ id: movie.id, ...part(movie) })
    })
  }
  server.route('GET /3/movie/:id/recommendations', request =>
    json(kinPage(request, find(request), 'recommendations')),
  )
  server.route('GET /3/movie/:id/similar', request => json(kinPage(request, find(request), 'similar')))
}

export function routeShows(tmdb: TmdbContext): void {
  const { server, catalogue, paging, now, unbridged } = tmdb
  const parts = showParts(catalogue, unbridged)
  const find = (request: SimRequest) => {
    const show = catalogue.show(readId(request))
    if (!show) throw new Refused(tmdbError(34))
    return show
  }
  const kinPage = (request: SimRequest, show: Show, flavour: string) =>
    pageOf(
      request,
      kin(show, catalogue.shows, flavour).map(one => ({ ...showItem(one), media_type: 'tv' })),
      paging,
    )
  const findSeason = (request: SimRequest) => {
    const show = find(request)
    const season = show.seasons.find(one => one.season_number === Number(request.params['season']))
    if (!season) throw new Refused(tmdbError(34))
    return seasonDetails(catalogue, show, season)
  }

  server.route('GET /3/tv/:id', request => {
    const show = find(request)
    const lists = {
      recommendations: (one: Show) => kinPage(request, one, 'recommendations'),
      similar: (one: Show) => kinPage(request, one, 'similar'),
    }
    return json({
      ...showDetails(catalogue, show, now()),
      ...appended(request, show, { ...parts, ...lists }),
    })
  })
  for (const [name, part] of Object.entries(parts)) {
    server.route(`GET /3/tv/:id/${name}`, request => {
      const show = find(request)
      return json({ id: show.id, ...part(show) })
    })
  }
  server.route('GET /3/tv/:id/recommendations', request =>
    json(kinPage(request, find(request), 'recommendations')),
  )
  server.route('GET /3/tv/:id/similar', request => json(kinPage(request, find(request), 'similar')))
  server.route('GET /3/tv/:id/season/:season', request => json(findSeason(request)))
  server.route('GET /3/tv/:id/season/:season/episode/:episode', request => {
    const episode = findSeason(request).episodes.find(
      one => one.episode_number === Number(request.params['episode']),
    )
    if (!episode) throw new Refused(tmdbError(34))
    return json(episode)
  })
}
