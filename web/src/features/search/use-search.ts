import type { SearchAnswer, SearchType } from '@foyer/contract/search'
import { keepPreviousData, type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '#lib/api.ts'
import { ApiError } from '#lib/api-error.ts'
import { PARTS, searchQuery } from './api.ts'
import { type FoundGroups, groupsOf } from './found-groups.ts'

export interface Search {
  /** Null: nothing is searched for. */
  groups: FoundGroups | null
  /** Asks the source of this type again. */
  retry: (type: SearchType) => void
  retrying: (type: SearchType) => boolean
}

type Part = Pick<
  UseQueryResult<SearchAnswer>,
  'data' | 'error' | 'isPlaceholderData' | 'isFetching' | 'refetch'
>

/** The same list until one of these changes. */
const partsOf = (results: readonly Part[]): Part[] =>
  results.map(({ data, error, isPlaceholderData, isFetching, refetch }) => ({
    data,
    error,
    isPlaceholderData,
    isFetching,
    refetch,
  }))

/**
 * Searches every source for a text. `typed` may be ahead of `query`, which follows when the person pauses: until then,
 * earlier rows are kept and all groups are pending.
 */
export function useSearch(query: string, typed: string = query): Search {
  const may = useSession()?.user.permissions.includes('media:discover') ?? false
  const is_wanted = may && typed !== ''
  const is_on = is_wanted && query !== ''
  const results = useQueries({
    queries: PARTS.map(types => ({
      ...searchQuery(types, query),
      enabled: is_on,
      placeholderData: keepPreviousData,
    })),
    combine: partsOf,
  })
  // The same object until something changes, so that the rows can be rendered as a transition.
  return useMemo(() => {
    const part = (type: SearchType) => results[PARTS.findIndex(types => types.some(one => one === type))]
    return {
      groups: is_wanted
        ? groupsOf(
            results.map(({ data, error, isPlaceholderData }, at) => ({
              types: PARTS[at] ?? [],
              answer: data,
              is_earlier: query !== typed || isPlaceholderData,
              failed: error && !data ? (error instanceof ApiError ? error.code : 'unreachable') : undefined,
            })),
          )
        : null,
      retry: type => void part(type)?.refetch(),
      retrying: type => part(type)?.isFetching ?? false,
    }
  }, [results, query, typed, is_wanted])
}
