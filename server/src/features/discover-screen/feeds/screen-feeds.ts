import type { MovieBrowse, TvBrowse } from '@foyer/contract/discover-screen/screen-browse'
import type { Caller } from '#kit/caller.ts'
import type { Ready } from '#kit/ready.ts'
import { readyJson } from '#kit/ready.ts'
import type { CatalogFeed, DiscoverQuery, ScreenKind } from '#ports/screen-catalog.ts'
import { comingSoonQuery, discoverQuery, queryKey } from './browse-rules.ts'
import { emptyPage } from './page-rules.ts'
import { type Question, TTL_MS } from '../cache/screen-cache.ts'
import { answerBody, answerList, isHidden, type ScreenParts } from '../screen-parts.ts'
import { whenReady, type MaybeAsync } from '#kit/maybe-async.ts'

/** Lists of movies and TV, browsing and search. */
export function createScreenFeeds(parts: ScreenParts) {
  const { current, clock, filter } = parts

  interface Discover {
    caller: Caller
    kind: ScreenKind
    page: number
    query: (english_only: boolean) => DiscoverQuery
  }

  /** The language is part of the upstream query, so the results are not filtered again (1:4.5.5). */
  function discover({ caller, kind, page, query }: Discover): MaybeAsync<Ready> {
    return whenReady(current(), state => {
      if (isHidden(kind, state)) return readyJson(emptyPage(page))
      return whenReady(filter.discover(caller, kind, query(state.english_only)), limited =>
        answerList(parts, {
          caller,
          surface: kind,
          page,
          honours_english: false,
          question: {
            key: `discover ${kind} ${page} ${queryKey(limited)}`,
            ttl_ms: TTL_MS.list,
            load: catalog => catalog.discover(kind, limited, page),
          },
        }),
      )
    })
  }

  return {
    trending: (caller: Caller, window: 'day' | 'week', page: number) =>
      answerList(parts, {
        caller,
        surface: 'mixed',
        page,
        honours_english: true,
        question: {
          key: `trending ${window} ${page}`,
          ttl_ms: TTL_MS.trending,
          load: catalog => catalog.trending('all', window, page),
        },
      }),

    feed: (caller: Caller, kind: ScreenKind, feed: CatalogFeed, page: number) =>
      answerList(parts, {
        caller,
        surface: kind,
        page,
        honours_english: true,
        question: {
          key: `feed ${kind} ${feed} ${page}`,
          ttl_ms: TTL_MS.list,
          load: catalog => catalog.feed(kind, feed, page),
        },
      }),

    browse: (caller: Caller, kind: ScreenKind, params: MovieBrowse | TvBrowse) =>
      discover({ caller, kind, page: params.page, query: english => discoverQuery(params, english) }),

    comingSoon: (caller: Caller, kind: ScreenKind, page: number) =>
      discover({ caller, kind, page, query: english => comingSoonQuery(kind, clock.now(), english) }),

    search: (caller: Caller, query: string, page: number) =>
      answerList(parts, {
        caller,
        surface: 'mixed',
        page,
        honours_english: false,
        question: {
          key: `search ${page} ${query}`,
          ttl_ms: TTL_MS.search,
          load: catalog => catalog.search(query, page),
        },
      }),

    searchTitles: (caller: Caller, kind: ScreenKind, query: string, page: number) =>
      answerList(parts, {
        caller,
        surface: kind,
        page,
        honours_english: false,
        question: {
          key: `search-${kind} ${page} ${query}`,
          ttl_ms: TTL_MS.search,
          load: catalog => catalog.searchTitles(kind, query, page),
        },
      }),

    searchPeople: (caller: Caller, query: string, page: number) =>
      answerList(parts, {
        caller,
        surface: 'person',
        page,
        honours_english: false,
        question: {
          key: `search-person ${page} ${query}`,
          ttl_ms: TTL_MS.search,
          load: catalog => catalog.searchPeople(query, page),
        },
      }),

    /** Keywords and companies are not titles: they are not filtered, and only empty when both types are hidden. */
    searchNames(what: 'keyword' | 'company', query: string, page: number): MaybeAsync<Ready> {
      return whenReady(current(), state => {
        if (isHidden('mixed', state)) return readyJson(emptyPage(page))
        const question: Question = {
          key: `search-${what} ${page} ${query}`,
          ttl_ms: TTL_MS.search,
          load: catalog => catalog.searchNames(what, query, page),
        }
        return answerBody(parts, null, question, body => body)
      })
    },
  }
}

export type ScreenFeeds = ReturnType<typeof createScreenFeeds>
