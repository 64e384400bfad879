import {
  type BookListConnection,
  deleteBookListConnection,
  deleteBookListDevice,
  getBookListConnection,
  getBookListDevice,
  postBookListApply,
  postBookListDevice,
  putBookListConnection,
} from '@foyer/contract/book-list-connection'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'

export function bookListQuery(id: string) {
  return queryOptions({
    queryKey: ['book-lists', 'connection', id],
    queryFn: ({ signal }) => call(getBookListConnection, { params: { id } }, { signal }),
  })
}

/** The state of a device link, polled at the provider's own interval until it ends. */
export function linkQuery(id: string, flow: { flow_id: string; interval: number }) {
  return queryOptions({
    queryKey: ['book-lists', 'link', id, flow.flow_id],
    queryFn: ({ signal }) => call(getBookListDevice, { params: { id, flowID: flow.flow_id } }, { signal }),
    refetchInterval: query =>
      (query.state.data?.status ?? 'pending') === 'pending' ? flow.interval * 1000 : false,
    // The code is entered on another page or device, so the state is refetched on return.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
}

function keep(queries: QueryClient, id: string, connection: BookListConnection) {
  queries.setQueryData(bookListQuery(id).queryKey, connection)
}

export function useConnectByToken(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { token: string; revision: number }) =>
      call(putBookListConnection, { params: { id }, body }),
    onSuccess: connection => keep(queries, id, connection),
    // Someone else changed it: show the current state and keep the typed text.
    onError: () => queries.invalidateQueries({ queryKey: bookListQuery(id).queryKey }),
  })
}

export function useDisconnect(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteBookListConnection, { params: { id } }),
    onSuccess: connection => keep(queries, id, connection),
  })
}

export function useBeginLink(id: string) {
  return useMutation({ mutationFn: () => call(postBookListDevice, { params: { id } }) })
}

export function useCancelLink(id: string) {
  return useMutation({
    mutationFn: (flowID: string) => call(deleteBookListDevice, { params: { id, flowID } }),
  })
}

/** Each library with its current revision, which the person has just seen. */
export function useShareConnection(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ connection_id, ids }: { connection_id: string; ids: readonly string[] }) => {
      const revisions = await Promise.all(
        ids.map(async instance_id => {
          const { revision } = await queries.fetchQuery({ ...bookListQuery(instance_id), staleTime: 0 })
          return { instance_id, revision }
        }),
      )
      return call(postBookListApply, { params: { id }, body: { connection_id, instances: revisions } })
    },
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey: ['book-lists', 'connection'] })),
  })
}
