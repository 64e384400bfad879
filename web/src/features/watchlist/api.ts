import {
  deleteWatchlistEntry,
  getWatchlist,
  getWatchlistKeys,
  getWatchlistSettings,
  putWatchlistEntry,
  putWatchlistSettings,
  type WatchKind,
  type WatchlistEntry,
  type WatchlistSettings,
  type WatchTell,
} from '@foyer/contract/watchlist'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import type { Watched } from '#lib/card-heart.tsx'
import { useOptimisticChange } from '#lib/optimistic-change.ts'

const PAGE = 30
const KEYS = ['watchlist', 'keys'] as const
const LIST = 'watchlist-pages'

export const keyOf = ({ kind, id }: Pick<Watched, 'kind' | 'id'>) => `${kind}:${id}`

/** The whole list as `kind:id`: one answer marks every title of a page. */
export function keysQuery() {
  return queryOptions({
    queryKey: KEYS,
    queryFn: ({ signal }) => call(getWatchlistKeys, {}, { signal }),
  })
}

export function watchlistQuery(kind: WatchKind | undefined) {
  return infiniteQueryOptions({
    queryKey: [LIST, kind ?? 'all'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) =>
      call(
        getWatchlist,
        { query: { limit: PAGE, ...(kind && { kind }), ...(pageParam && { before: String(pageParam) }) } },
        { signal },
      ),
    getNextPageParam: last => last.next ?? undefined,
  })
}

interface Toggle extends Watched {
  on: boolean
  /** Of an entry that is put back; otherwise the usual ones. */
  wishes?: WishChange['change']
}

async function save({ kind, id, on, title, instance_id, wishes }: Toggle) {
  const params = { kind, id }
  if (on)
    await call(putWatchlistEntry, {
      params,
      body: { ...(title && { title }), ...(instance_id && { instance_id }), ...wishes },
    })
  else await call(deleteWatchlistEntry, { params })
  return call(getWatchlistKeys, {})
}

/** Shown at once, and taken back if it could not be saved. */
export function useToggleWatched() {
  return useOptimisticChange({
    queryKey: KEYS,
    save,
    applied: ({ keys }, change: Toggle) => {
      const others = keys.filter(key => key !== keyOf(change))
      return { keys: change.on ? [keyOf(change), ...others] : others }
    },
    stales: [LIST],
  })
}

export interface WishChange {
  entry: Pick<WatchlistEntry, 'kind' | 'id'>
  change: { tell?: Partial<WatchTell>; request_next_seasons?: boolean }
}

function applied(entry: WatchlistEntry, { tell, ...rest }: WishChange['change']): WatchlistEntry {
  return { ...entry, ...rest, tell: { ...entry.tell, ...tell } }
}

/** What to be told about one entry: shown at once in every list that has it. */
export function useChangeWishes() {
  const queries = useQueryClient()
  const replace = (update: (entry: WatchlistEntry) => WatchlistEntry) =>
    queries.setQueriesData<{ pages: { entries: WatchlistEntry[] }[] }>(
      { queryKey: [LIST] },
      list =>
        list && { ...list, pages: list.pages.map(page => ({ ...page, entries: page.entries.map(update) })) },
    )
  return useMutation({
    mutationFn: ({ entry: { kind, id }, change }: WishChange) =>
      call(putWatchlistEntry, { params: { kind, id }, body: change }),
    // One after the other, in the order they were made.
    scope: { id: 'watchlist-wishes' },
    onMutate: ({ entry, change }) =>
      void replace(one => (keyOf(one) === keyOf(entry) ? applied(one, change) : one)),
    onError: () => queries.invalidateQueries({ queryKey: [LIST] }),
  })
}

export function watchlistSettingsQuery() {
  return queryOptions({
    queryKey: ['watchlist', 'settings'],
    queryFn: ({ signal }) => call(getWatchlistSettings, {}, { signal }),
  })
}

export function useChangeWatchlistSettings() {
  return useOptimisticChange({
    queryKey: watchlistSettingsQuery().queryKey,
    save: (body: Partial<WatchlistSettings>) => call(putWatchlistSettings, { body }),
    applied: (saved, change) => ({ ...saved, ...change }),
    stales: [LIST],
  })
}
