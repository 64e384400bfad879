import * as routes from '@foyer/contract/discover-screen/title-parts'
import { type Binding, bind } from '#http/bind.ts'
import type { TitleParts } from './title-parts.ts'

export function titlePartRoutes(parts: TitleParts): Binding[] {
  return [
    bind(routes.getMovieOffers).to(({ caller, params, query }) =>
      parts.offers(caller, { kind: 'movie', id: params.id }, query.region),
    ),
    bind(routes.getTvOffers).to(({ caller, params, query }) =>
      parts.offers(caller, { kind: 'tv', id: params.id }, query.region),
    ),
    bind(routes.getMovieKeywords).to(({ caller, params }) =>
      parts.keywords(caller, { kind: 'movie', id: params.id }),
    ),
    bind(routes.getTvKeywords).to(({ caller, params }) =>
      parts.keywords(caller, { kind: 'tv', id: params.id }),
    ),
    bind(routes.getSeason).to(({ caller, params }) => parts.season(caller, params.id, params.season_number)),
    bind(routes.getCollection).to(({ caller, params }) => parts.collection(caller, params.id)),
  ]
}
