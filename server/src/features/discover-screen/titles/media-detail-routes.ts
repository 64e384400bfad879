import * as routes from '@foyer/contract/discover-screen/media-details'
import { type Binding, bind } from '#http/bind.ts'
import type { ScreenDetails } from './screen-details.ts'

export function mediaDetailRoutes(details: ScreenDetails): Binding[] {
  return [
    bind(routes.getMovie).to(({ caller, params }) => details.detail(caller, 'movie', params.id)),
    bind(routes.getTv).to(({ caller, params }) => details.detail(caller, 'tv', params.id)),
    bind(routes.getMovieRecommendations).to(({ caller, params, query }) =>
      details.related(caller, { kind: 'movie', id: params.id }, 'recommendations', query.page),
    ),
    bind(routes.getSimilarMovies).to(({ caller, params, query }) =>
      details.related(caller, { kind: 'movie', id: params.id }, 'similar', query.page),
    ),
    bind(routes.getTvRecommendations).to(({ caller, params, query }) =>
      details.related(caller, { kind: 'tv', id: params.id }, 'recommendations', query.page),
    ),
    bind(routes.getSimilarTv).to(({ caller, params, query }) =>
      details.related(caller, { kind: 'tv', id: params.id }, 'similar', query.page),
    ),
    bind(routes.getPerson).to(({ caller, params }) => details.person(caller, params.id)),
    bind(routes.getPersonCredits).to(({ caller, params }) => details.credits(caller, params.id)),
  ]
}
