import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Movie, Show } from '../catalogue/types.ts'
import { empty, json, Refused, type SimRequest } from '../kit/answer.ts'
import { hashText } from '../kit/random.ts'
import type { SimServer } from '../kit/sim-server.ts'
import { DAY_MS, isoDay } from '../kit/time.ts'
import { extendedOf, paged } from './trakt-paging.ts'
import { episodeTitle, type Extended, movieTitle, showTitle, unfiledTitle } from './trakt-titles.ts'

export interface TraktContext {
  server: SimServer
  catalogue: Catalogue
  now: () => number
}

/** The position in a feed of the title that TMDB does not have. */
const UNFILED_AT = 4
/** trakt.md: believed to be the most that a calendar shows. */
const MAX_DAYS = 33
const DEFAULT_DAYS = 7

type Kind = { key: 'movie' | 'show'; titles: (extended: Extended) => object[] }

export function routeFeeds(trakt: TraktContext): void {
  const { server, catalogue, now } = trakt
  /** The order differs from that of TMDB, and changes every day. */
  const watched = <T extends Movie | Show>(titles: readonly T[]) => {
    const weight = (title: T) =>
      title.popularity * (0.5 + (hashText(`trakt:${title.id}:${isoDay(now())}`) % 1000) / 900)
    return titles.filter(title => !title.adult).toSorted((a, b) => weight(b) - weight(a))
  }
  const kinds: Record<'movies' | 'shows', Kind> = {
    movies: { key: 'movie', titles: e => watched(catalogue.movies).map(movie => movieTitle(movie, e)) },
    shows: { key: 'show', titles: e => watched(catalogue.shows).map(show => showTitle(show, e)) },
  }
  for (const [name, { key, titles }] of Object.entries(kinds)) {
    const feed = (request: SimRequest) =>
      titles(extendedOf(request)).toSpliced(UNFILED_AT, 0, unfiledTitle(key))
    server.route(`GET /${name}/trending`, request =>
      paged(
        request,
        feed(request).map((title, i) => ({ watchers: 5000 - i * 7, [key]: title })),
        { 'x-trending-user-count': '1721' },
      ),
    )
    server.route(`GET /${name}/popular`, request => paged(request, feed(request)))
    server.route(`GET /${name}/anticipated`, request =>
      paged(
        request,
        titles(extendedOf(request)).map((title, i) => ({ list_count: 9000 - i * 11, [key]: title })),
      ),
    )
    // trakt.md: these belong to a person; a client id alone is not enough.
    server.route(`GET /recommendations/${name}`, () => empty(401))
  }
  routeCalendars(trakt)
}

function routeCalendars({ server, catalogue, now }: TraktContext): void {
  function window(request: SimRequest): { from: string; to: string; headers: Record<string, string> } {
    const from = request.params['start'] ?? isoDay(now())
    const days = Number(request.params['days'] ?? DEFAULT_DAYS)
    const begin = Date.parse(from)
    if (Number.isNaN(begin) || !(days >= 1 && days <= MAX_DAYS)) throw new Refused(empty(400))
    const end = begin + days * DAY_MS - 1000
    const headers = {
      'x-start-date': new Date(begin).toUTCString(),
      'x-end-date': new Date(end).toUTCString(),
    }
    return { from, to: isoDay(end), headers }
  }

  server.route('GET /calendars/all/shows/:start/:days', request => {
    const { from, to, headers } = window(request)
    const extended = extendedOf(request)
    const rows = catalogue.shows.flatMap(show =>
      show.seasons.flatMap(season =>
        season.episodes
          .filter(({ air_date }) => air_date !== null && air_date >= from && air_date <= to)
          .map(episode => ({
            first_aired: `${episode.air_date}T${show.air_time}:00.000Z`,
            episode: episodeTitle(episode),
            show: showTitle(show, extended),
          })),
      ),
    )
    const sorted = rows.toSorted((a, b) => (a.first_aired < b.first_aired ? -1 : 1))
    return json(sorted, 200, headers)
  })
  server.route('GET /calendars/all/movies/:start/:days', request => {
    const { from, to, headers } = window(request)
    const extended = extendedOf(request)
    const rows = catalogue.movies
      .filter(({ release_date, adult }) => !adult && release_date >= from && release_date <= to)
      .toSorted((a, b) => (a.release_date < b.release_date ? -1 : 1))
      .map(movie => ({ released: movie.release_date, movie: movieTitle(movie, extended) }))
    return json(rows, 200, headers)
  })
}
