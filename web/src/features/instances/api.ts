import { getDeliveryOptions } from '@foyer/contract/instances/delivery-defaults'
import {
  deleteInstance,
  getGrantUsers,
  getInstance,
  getInstances,
  getMediaRoots,
  type Instance,
  type InstanceCandidate,
  type InstanceChange,
  type NewInstance,
  postInstance,
  postInstanceLibraries,
  postInstanceTest,
  postInviteLinkBegin,
  postInviteLinkCheck,
  postInviteServers,
  putGrantUsers,
  putInstance,
} from '@foyer/contract/instances/instances'
import { getUsers } from '@foyer/contract/users'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'
import type { OrderChange } from './list/instance-order.ts'

const HEALTH_FRESH_MS = 60_000
const LINK_POLL_MS = 2_000

export function instancesQuery() {
  return queryOptions({
    queryKey: ['instances', 'list'],
    queryFn: ({ signal }) => call(getInstances, {}, { signal }),
  })
}

export function instanceQuery(id: string) {
  return queryOptions({
    queryKey: ['instances', 'one', id],
    queryFn: ({ signal }) => call(getInstance, { params: { id } }, { signal }),
  })
}

/** Tests with the saved settings. The key contains the address: a result for another address would be wrong. */
export function healthQuery({ id, service_type, url }: Instance) {
  return queryOptions({
    queryKey: ['instances', 'health', id, url],
    queryFn: ({ signal }) => call(postInstanceTest, { body: { id, service_type, url } }, { signal }),
    staleTime: HEALTH_FRESH_MS,
    retry: false,
  })
}

export function mediaRootsQuery() {
  return queryOptions({
    queryKey: ['instances', 'media-roots'],
    queryFn: ({ signal }) => call(getMediaRoots, {}, { signal }),
  })
}

/** The libraries of a saved media server, loaded live. */
export function librariesQuery(id: string) {
  return queryOptions({
    queryKey: ['instances', 'libraries', id],
    queryFn: ({ signal }) => call(postInstanceLibraries, { body: { id } }, { signal }),
    retry: false,
  })
}

/** What a saved library manager offers for new titles, loaded live. */
export function deliveryOptionsQuery(id: string) {
  return queryOptions({
    queryKey: ['instances', 'delivery-options', id],
    queryFn: ({ signal }) => call(getDeliveryOptions, { params: { id } }, { signal }),
    retry: false,
  })
}

export function linkCheckQuery(pin_id: string) {
  return queryOptions({
    queryKey: ['instances', 'link', pin_id],
    queryFn: ({ signal }) => call(postInviteLinkCheck, { body: { pin_id } }, { signal }),
    refetchInterval: query => (query.state.data?.linked || query.state.error ? false : LINK_POLL_MS),
    // The approval happens in another tab, so the state is refetched on return.
    refetchIntervalInBackground: true,
    retry: false,
  })
}

export function linkServersQuery(link_pin: string) {
  return queryOptions({
    queryKey: ['instances', 'link-servers', link_pin],
    queryFn: ({ signal }) => call(postInviteServers, { body: { link_pin } }, { signal }),
    retry: false,
  })
}

export function grantUsersQuery(id: string) {
  return queryOptions({
    queryKey: ['instances', 'grant-users', id],
    queryFn: ({ signal }) => call(getGrantUsers, { params: { id } }, { signal }),
  })
}

export function peopleQuery() {
  return queryOptions({
    queryKey: ['instances', 'people'],
    queryFn: ({ signal }) => call(getUsers, {}, { signal }),
  })
}

/** An instance affects many slices: configuration, checklist, webhooks, grants. */
function refreshHouse(queries: QueryClient) {
  // Not awaited: some of it queries other services, and saving is already done.
  void queries.invalidateQueries({ predicate: isNoTest })
}

export function useCreateInstance() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: NewInstance) => call(postInstance, { body }),
    onSuccess: () => refreshHouse(queries),
  })
}

export function useUpdateInstance(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: InstanceChange) => call(putInstance, { params: { id }, body }),
    onSuccess: instance => {
      queries.setQueryData(instanceQuery(id).queryKey, instance)
      void queries.invalidateQueries({ queryKey: ['instances', 'health', id] })
      refreshHouse(queries)
    },
  })
}

export function useDeleteInstance(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteInstance, { params: { id } }),
    onSuccess: () => {
      queries.setQueryData(instancesQuery().queryKey, list => list?.filter(one => one.id !== id))
      queries.removeQueries({ predicate: query => query.queryKey.includes(id) })
      refreshHouse(queries)
    },
  })
}

/** Optimistic, because moving back is one press away; a failure restores the saved order. */
export function useReorder() {
  const queries = useQueryClient()
  const { queryKey } = instancesQuery()
  return useMutation({
    mutationFn: async (changes: readonly OrderChange[]) => {
      for (const { id, sort_order } of changes)
        await call(putInstance, { params: { id }, body: { sort_order } })
    },
    onMutate: async changes => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, list =>
        list
          ?.map(one => ({ ...one, ...changes.find(change => change.id === one.id) }))
          .sort((a, b) => a.sort_order - b.sort_order || (a.name < b.name ? -1 : 1)),
      )
    },
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey: ['instances'], predicate: isNoTest })),
  })
}

function isNoTest(query: { queryKey: readonly unknown[] }) {
  return query.queryKey[1] !== 'health'
}

export function useTestConnection() {
  return useMutation({
    mutationFn: (body: InstanceCandidate) => call(postInstanceTest, { body }),
  })
}

export function useBeginLink() {
  return useMutation({ mutationFn: () => call(postInviteLinkBegin) })
}

export function useGrantUsers(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (user_ids: number[]) => call(putGrantUsers, { params: { id }, body: { user_ids } }),
    onSuccess: answer => {
      queries.setQueryData(grantUsersQuery(id).queryKey, answer)
      // Managed accounts follow the grants.
      void queries.invalidateQueries({ queryKey: ['media-servers'] })
    },
  })
}
