import { clearAllCaches, clearCache, listCaches } from '@foyer/contract/operations/caches'
import { listJobKinds, listJobs, runJobNow } from '@foyer/contract/operations/jobs'
import { getOutbox, listStuckDeliveries, type OutboxEntry } from '@foyer/contract/operations/outbox'
import { checkDatabase, getAbout, getDatabase } from '@foyer/contract/operations/server'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'

/** No event reports what happens inside the server, so these poll. They pause while the page is hidden. */
const OFTEN_MS = 5_000
const SELDOM_MS = 15_000

const JOBS = ['operations', 'jobs']
const CACHES = ['operations', 'caches']

export function jobKindsQuery() {
  return queryOptions({
    queryKey: [...JOBS, 'kinds'],
    queryFn: ({ signal }) => call(listJobKinds, {}, { signal }),
    select: answer => answer.kinds,
    refetchInterval: OFTEN_MS,
  })
}

export function jobsQuery(name: string) {
  return infiniteQueryOptions({
    queryKey: [...JOBS, 'of', name],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) =>
      call(listJobs, { params: { name }, query: pageParam ? { after: String(pageParam) } : {} }, { signal }),
    getNextPageParam: last => last.next_after ?? undefined,
    refetchInterval: OFTEN_MS,
  })
}

export function useRunJob() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(runJobNow, { params: { id: String(id) } }),
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey: JOBS })),
  })
}

export function stuckDeliveriesQuery() {
  return infiniteQueryOptions({
    queryKey: ['operations', 'deliveries'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) =>
      call(listStuckDeliveries, { query: pageParam ? { before: String(pageParam) } : {} }, { signal }),
    getNextPageParam: last => last.next_before ?? undefined,
    refetchInterval: SELDOM_MS,
  })
}

export function outboxQuery(state: OutboxEntry['state'] | undefined) {
  return infiniteQueryOptions({
    queryKey: ['operations', 'outbox', state ?? ''],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) =>
      call(
        getOutbox,
        { query: { ...(state && { state }), ...(pageParam && { before: String(pageParam) }) } },
        { signal },
      ),
    getNextPageParam: last => last.next_before ?? undefined,
    refetchInterval: OFTEN_MS,
    placeholderData: keepPreviousData,
  })
}

export function cachesQuery() {
  return queryOptions({
    queryKey: CACHES,
    queryFn: ({ signal }) => call(listCaches, {}, { signal }),
    select: answer => answer.caches,
    refetchInterval: SELDOM_MS,
  })
}

/** Null clears all of them. */
export function useClearCache() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (name: string | null) =>
      name === null ? call(clearAllCaches) : call(clearCache, { params: { name } }),
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey: CACHES })),
  })
}

export function databaseQuery() {
  return queryOptions({
    queryKey: ['operations', 'database'],
    queryFn: ({ signal }) => call(getDatabase, {}, { signal }),
  })
}

export function useCheckDatabase() {
  return useMutation({ mutationFn: () => call(checkDatabase) })
}

export function aboutQuery() {
  return queryOptions({
    queryKey: ['operations', 'about'],
    queryFn: ({ signal }) => call(getAbout, {}, { signal }),
    refetchInterval: SELDOM_MS,
  })
}
