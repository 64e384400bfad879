import type { Catalogue } from '../catalogue/catalogue.ts'
import { json, type SimRequest } from '../kit/answer.ts'
import type { SimServer } from '../kit/sim-server.ts'
import { movieTitle, showTitle } from './trakt-titles.ts'

const BARE = { full: false, images: false }
/** An id search finds it or not; there is nothing to rank. */
const SCORE = 1000

/** trakt.md, "id bridge": every kind of title that another provider has under this id. */
export function routeIdSearch(
  server: SimServer,
  catalogue: Catalogue,
  /** Shows whose TVDB id is not known here. */
  unbridged: ReadonlySet<number>,
): void {
  const showRow = (show: ReturnType<Catalogue['show']>) => {
    if (!show) return []
    const told = unbridged.has(show.id) ? { ...show, tvdb_id: null } : show
    return [{ type: 'show', score: SCORE, show: showTitle(told, BARE) }]
  }
  const wants = (request: SimRequest, type: string) =>
    (request.query.get('type') ?? type).split(',').includes(type)

  server.route('GET /search/tmdb/:id', request => {
    const id = Number(request.params['id'])
    const movie = catalogue.movie(id)
    const movies = movie ? [{ type: 'movie', score: SCORE, movie: movieTitle(movie, BARE) }] : []
    return json([
      ...(wants(request, 'movie') ? movies : []),
      ...(wants(request, 'show') ? showRow(catalogue.show(id)) : []),
    ])
  })
  server.route('GET /search/tvdb/:id', request =>
    json(wants(request, 'show') ? showRow(catalogue.showByTvdb(Number(request.params['id']))) : []),
  )
}
