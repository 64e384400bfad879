import {
  getNowPlayingMovies,
  getOnTheAirTv,
  getPopularMovies,
  getPopularTv,
  getTopRatedMovies,
  getTopRatedTv,
  getTrending,
  getUpcomingMovies,
  getUpcomingTv,
} from '@foyer/contract/discover-screen/discover-screen'
import type { RouteDefinition } from '@foyer/contract/route'
import type { ScreenType } from '../title.ts'

interface Feed {
  route: RouteDefinition
  /** Undefined: rows of both media types, labelled on each card. */
  type?: ScreenType
}

/** All lists with their own page; the name is used in the address and the catalogue. */
export const FEEDS = {
  trending: { route: getTrending },
  popular_movies: { route: getPopularMovies, type: 'movie' },
  popular_tv: { route: getPopularTv, type: 'tv' },
  now_playing: { route: getNowPlayingMovies, type: 'movie' },
  on_the_air: { route: getOnTheAirTv, type: 'tv' },
  upcoming_movies: { route: getUpcomingMovies, type: 'movie' },
  upcoming_tv: { route: getUpcomingTv, type: 'tv' },
  top_movies: { route: getTopRatedMovies, type: 'movie' },
  top_tv: { route: getTopRatedTv, type: 'tv' },
} as const satisfies Record<string, Feed>

export type FeedName = keyof typeof FEEDS

export function isFeed(name: string): name is FeedName {
  return Object.hasOwn(FEEDS, name)
}

export function feedType(name: FeedName): ScreenType | undefined {
  const feed: Feed = FEEDS[name]
  return feed.type
}

/** R1: a hidden type has no rows; a mixed row stays as long as one type is shown. */
export function shownFeeds(names: readonly FeedName[], hidden: readonly string[]): FeedName[] {
  if (hidden.includes('movie') && hidden.includes('tv')) return []
  return names.filter(name => !hidden.includes(feedType(name) ?? ''))
}
