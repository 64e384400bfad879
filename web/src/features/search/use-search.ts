import type { SearchType } from '@foyer/contract/search'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useSession } from '#lib/api.ts'
import { ApiError } from '#lib/api-error.ts'
import { PARTS, searchQuery } from './api.ts'
import { type FoundGroups, groupsOf } from './found-groups.ts'

/** Shorter texts match nearly everything. */
const SHORTEST = 2

export interface Search {
  /** Null: nothing is searched for. */
  groups: FoundGroups | null
  /** Asks the source of this type again. */
  retry: (type: SearchType) => void
  retrying: (type: SearchType) => boolean
}

/**
 * Searches every source for a text. `typed` may be ahead of `query`, which follows when the person pauses: until then,
 * earlier rows are kept and all groups are pending.
 */
export function useSearch(query: string, typed: string = query): Search {
  const may = useSession()?.user.permissions.includes('media:discover') ?? false
  const is_on = may && query.length >= SHORTEST && typed.length >= SHORTEST
  const results = useQueries({
    queries: PARTS.map(types => ({
      ...searchQuery(types, query),
      enabled: is_on,
      placeholderData: keepPreviousData,
    })),
  })
  const part = (type: SearchType) => results[PARTS.findIndex(types => types.some(one => one === type))]
  const is_wanted = may && typed.length >= SHORTEST
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
}
