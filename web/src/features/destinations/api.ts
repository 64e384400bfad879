import type {
  Destination,
  DestinationChange,
  DestinationDraft,
} from '@foyer/contract/destinations/destination'
import {
  changeDestination,
  changeOwnDestination,
  createDestination,
  createOwnDestination,
  deleteDestination,
  deleteOwnDestination,
  listDestinations,
  listOwnDestinations,
  testDestination,
  testDestinationDraft,
  testOwnDestination,
  testOwnDestinationDraft,
} from '@foyer/contract/destinations/destinations'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'
import type { Trial } from './destination-draft.ts'
import type { Scope } from './kinds.ts'

/** Both have the same routes (C64). */
const ROUTES = {
  household: {
    list: listDestinations,
    create: createDestination,
    change: changeDestination,
    remove: deleteDestination,
    test: testDestination,
    testDraft: testDestinationDraft,
  },
  personal: {
    list: listOwnDestinations,
    create: createOwnDestination,
    change: changeOwnDestination,
    remove: deleteOwnDestination,
    test: testOwnDestination,
    testDraft: testOwnDestinationDraft,
  },
} as const

/** Health follows what is sent meanwhile. */
const REFRESH_MS = 30_000
/** While a link is about to be sent. */
const LINK_REFRESH_MS = 3_000

export function destinationsQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['destinations', scope],
    queryFn: ({ signal }) => call(ROUTES[scope].list, {}, { signal }),
    select: ({ destinations }) => destinations,
    refetchInterval: ({ state }) =>
      state.data?.destinations.some(awaitsLink) ? LINK_REFRESH_MS : REFRESH_MS,
    // The link that confirms an address is opened in another tab.
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
  })
}

function awaitsLink({ confirmed, last_sent_at, health }: Destination): boolean {
  return !confirmed && last_sent_at === undefined && health === 'unknown'
}

function change(
  queries: QueryClient,
  scope: Scope,
  how: (before: readonly Destination[]) => Destination[],
): void {
  queries.setQueryData(
    destinationsQuery(scope).queryKey,
    known => known && { ...known, destinations: how(known.destinations) },
  )
}

/** Adds or replaces it in the list. */
function keep(queries: QueryClient, scope: Scope, saved: Destination): void {
  change(queries, scope, before =>
    before.some(({ id }) => id === saved.id)
      ? before.map(one => (one.id === saved.id ? saved : one))
      : [...before, saved],
  )
}

export function useCreateDestination(scope: Scope) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: DestinationDraft) => call(ROUTES[scope].create, { body }),
    onSuccess: saved => keep(queries, scope, saved),
  })
}

export function useChangeDestination(scope: Scope) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: DestinationChange }) =>
      call(ROUTES[scope].change, { params: { id }, body }),
    onSuccess: saved => keep(queries, scope, saved),
  })
}

export function useRemoveDestination(scope: Scope) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(ROUTES[scope].remove, { params: { id } }),
    onSuccess: (_answer, id) => change(queries, scope, before => before.filter(one => one.id !== id)),
  })
}

export function useTestDestination(scope: Scope) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (trial: Trial) =>
      trial.of === 'draft'
        ? call(ROUTES[scope].testDraft, { body: trial.body })
        : call(ROUTES[scope].test, { params: { id: trial.id }, body: trial.body }),
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey: destinationsQuery(scope).queryKey })),
  })
}
