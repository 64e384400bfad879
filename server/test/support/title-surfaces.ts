import * as screen from '@foyer/contract/discover-screen/discover-screen'
import * as lists from '@foyer/contract/discover-screen/list-provider'
import * as details from '@foyer/contract/discover-screen/media-details'
import type { RouteDefinition } from '@foyer/contract/route'
import * as parts from '@foyer/contract/discover-screen/title-parts'
import type { ContentFilter } from '#features/discover-screen/content-filter.ts'

export interface TitleSurface {
  route: RouteDefinition
  /** The methods of the caller's filter that an answer of this route passes; none: it contains no titles. */
  passes: readonly (keyof ContentFilter)[]
  /** The titles pass the filter in one body, and the answer is another, which names no other title. */
  answers_other_body?: true
}

const surfaces = (passes: TitleSurface['passes'], ...routes: readonly RouteDefinition[]): TitleSurface[] =>
  routes.map(route => ({ route, passes }))

/** 1:1.4: every title surface is filtered on the server. This is the list of them for movies and TV. */
export const TITLE_SURFACES: readonly TitleSurface[] = [
  ...surfaces(
    ['list'],
    screen.getTrending,
    screen.getPopularMovies,
    screen.getPopularTv,
    screen.getTopRatedMovies,
    screen.getTopRatedTv,
    screen.getNowPlayingMovies,
    screen.getOnTheAirTv,
    screen.getFeaturedMovies,
    screen.getFeaturedTv,
    screen.searchScreen,
    screen.searchMovies,
    screen.searchTv,
    screen.searchPeople,
    details.getMovieRecommendations,
    details.getSimilarMovies,
    details.getTvRecommendations,
    details.getSimilarTv,
    parts.getCollection,
  ),
  ...surfaces(
    ['discover', 'list'],
    screen.browseMovies,
    screen.browseTv,
    screen.getUpcomingMovies,
    screen.getUpcomingTv,
  ),
  ...surfaces(['detail'], details.getMovie, details.getTv),
  ...surfaces(['list'], screen.searchCollections).map(surface => ({
    ...surface,
    answers_other_body: true as const,
  })),
  ...surfaces(
    ['detail'],
    parts.getMovieOffers,
    parts.getTvOffers,
    parts.getMovieKeywords,
    parts.getTvKeywords,
    parts.getSeason,
  ).map(surface => ({ ...surface, answers_other_body: true as const })),
  ...surfaces(['person'], details.getPerson),
  ...surfaces(['credits'], details.getPersonCredits),
  ...surfaces(['genres'], screen.getMovieGenres, screen.getTvGenres),
  ...surfaces(
    ['entries'],
    lists.getListTrending,
    lists.getListPopular,
    lists.getListAnticipated,
    lists.getListItems,
    lists.getListCalendar,
  ),
  ...surfaces(
    [],
    screen.searchKeywords,
    screen.searchCompanies,
    screen.getMovieProviders,
    screen.getTvProviders,
    screen.getProviderRegions,
    screen.getLanguages,
    // Names of lists; their content is requested with `items`.
    lists.getLists,
    // Never returns rows.
    lists.getListRecommendations,
    lists.getListImage,
  ),
]
