import { getInbox, getInboxUnread, postInboxEntryRead, postInboxRead } from '@foyer/contract/inbox'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, serverTime } from '#lib/api.ts'

const PAGE = 30

export function unreadQuery() {
  return queryOptions({
    queryKey: ['inbox', 'unread'],
    queryFn: async ({ signal }) => (await call(getInboxUnread, {}, { signal })).unread,
  })
}

export function inboxQuery() {
  return infiniteQueryOptions({
    queryKey: ['inbox', 'list'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) =>
      call(getInbox, { query: { limit: PAGE, ...(pageParam && { before: String(pageParam) }) } }, { signal }),
    getNextPageParam: last => last.next ?? undefined,
  })
}

/** Shown as read immediately; the server confirms. */
function markHere(queries: QueryClient, isMeant: (id: number) => boolean) {
  const read_at = new Date(serverTime.now()).toISOString()
  queries.setQueryData(
    inboxQuery().queryKey,
    list =>
      list && {
        ...list,
        pages: list.pages.map(page => ({
          ...page,
          entries: page.entries.map(entry =>
            entry.read_at === null && isMeant(entry.id) ? { ...entry, read_at } : entry,
          ),
        })),
      },
  )
}

export function useReadOne() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(postInboxEntryRead, { params: { id: String(id) } }),
    onMutate: id => markHere(queries, one => one === id),
    onSuccess: ({ unread }) => queries.setQueryData(unreadQuery().queryKey, unread),
    onError: () => queries.invalidateQueries({ queryKey: ['inbox'] }),
  })
}

/** Up to the newest entry on the page: newer ones stay unread. */
export function useReadAll() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (through: number) => call(postInboxRead, { body: { through } }),
    onMutate: through => markHere(queries, one => one <= through),
    onSuccess: ({ unread }) => queries.setQueryData(unreadQuery().queryKey, unread),
    onError: () => queries.invalidateQueries({ queryKey: ['inbox'] }),
  })
}
