import * as routes from '@foyer/contract/discover-screen/discover-screen'
import { type Binding, bind } from '#http/bind.ts'
import type { CollectionSearch } from '../titles/collection-search.ts'
import type { ScreenFeatured } from './screen-featured.ts'
import type { ScreenFeeds } from './screen-feeds.ts'
import type { ScreenReference } from './screen-reference.ts'

export interface DiscoverScreenRouteParts {
  feeds: ScreenFeeds
  featured: ScreenFeatured
  reference: ScreenReference
  collections: CollectionSearch
}

export function discoverScreenRoutes(parts: DiscoverScreenRouteParts): Binding[] {
  return [...feedRoutes(parts), ...searchRoutes(parts), ...referenceRoutes(parts)]
}

function feedRoutes({ feeds, featured }: DiscoverScreenRouteParts): Binding[] {
  return [
    bind(routes.getTrending).to(({ caller, query }) => feeds.trending(caller, query.time_window, query.page)),
    bind(routes.getPopularMovies).to(({ caller, query }) =>
      feeds.feed(caller, 'movie', 'popular', query.page),
    ),
    bind(routes.getPopularTv).to(({ caller, query }) => feeds.feed(caller, 'tv', 'popular', query.page)),
    bind(routes.getTopRatedMovies).to(({ caller, query }) =>
      feeds.feed(caller, 'movie', 'top_rated', query.page),
    ),
    bind(routes.getTopRatedTv).to(({ caller, query }) => feeds.feed(caller, 'tv', 'top_rated', query.page)),
    bind(routes.getNowPlayingMovies).to(({ caller, query }) =>
      feeds.feed(caller, 'movie', 'now_playing', query.page),
    ),
    bind(routes.getOnTheAirTv).to(({ caller, query }) => feeds.feed(caller, 'tv', 'on_the_air', query.page)),
    bind(routes.getUpcomingMovies).to(({ caller, query }) => feeds.comingSoon(caller, 'movie', query.page)),
    bind(routes.getUpcomingTv).to(({ caller, query }) => feeds.comingSoon(caller, 'tv', query.page)),
    bind(routes.getFeaturedMovies).to(({ caller, query }) => featured.featured(caller, 'movie', query.page)),
    bind(routes.getFeaturedTv).to(({ caller, query }) => featured.featured(caller, 'tv', query.page)),
    bind(routes.browseMovies).to(({ caller, query }) => feeds.browse(caller, 'movie', query)),
    bind(routes.browseTv).to(({ caller, query }) => feeds.browse(caller, 'tv', query)),
  ]
}

function searchRoutes({ feeds, collections }: DiscoverScreenRouteParts): Binding[] {
  return [
    bind(routes.searchScreen).to(({ caller, query }) => feeds.search(caller, query.query, query.page)),
    bind(routes.searchMovies).to(({ caller, query }) =>
      feeds.searchTitles(caller, 'movie', query.query, query.page),
    ),
    bind(routes.searchTv).to(({ caller, query }) =>
      feeds.searchTitles(caller, 'tv', query.query, query.page),
    ),
    bind(routes.searchPeople).to(({ caller, query }) => feeds.searchPeople(caller, query.query, query.page)),
    bind(routes.searchCollections).to(({ caller, query }) => collections.search(caller, query.query)),
    bind(routes.searchKeywords).to(({ query }) => feeds.searchNames('keyword', query.query, query.page)),
    bind(routes.searchCompanies).to(({ query }) => feeds.searchNames('company', query.query, query.page)),
  ]
}

function referenceRoutes({ reference }: DiscoverScreenRouteParts): Binding[] {
  return [
    bind(routes.getMovieGenres).to(({ caller }) => reference.genres(caller, 'movie')),
    bind(routes.getTvGenres).to(({ caller }) => reference.genres(caller, 'tv')),
    bind(routes.getMovieProviders).to(({ query }) => reference.providers('movie', query.region)),
    bind(routes.getTvProviders).to(({ query }) => reference.providers('tv', query.region)),
    bind(routes.getProviderRegions).to(({ caller }) => reference.regions(caller)),
    bind(routes.getLanguages).to(() => reference.languages()),
  ]
}
