import type { MediaType } from '@foyer/contract/instances/instance-types'
import { postRequestPreview } from '@foyer/contract/requests/request-preview'
import { getRequestOptions } from '@foyer/contract/request-settings'
import {
  listRequests,
  postDeliveryAction,
  postRequest,
  type RequestRow,
  type Selection,
} from '@foyer/contract/requests/requests'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'

const PAGE = 100

export function ownRequestsQuery() {
  return infiniteQueryOptions({
    queryKey: ['requests', 'own'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) =>
      call(
        listRequests,
        { query: { limit: PAGE, ...(pageParam && { before_id: String(pageParam) }) } },
        { signal },
      ),
    getNextPageParam: last => (last.length < PAGE ? undefined : last.at(-1)?.request_id),
  })
}

/** As many as the server gives at once. */
const WHOLE_PAGE = 500

/** Every own request, for what depends on all of them. */
export function allOwnRequestsQuery() {
  return queryOptions({
    queryKey: ['requests', 'own-all'],
    queryFn: async ({ signal }) => {
      const rows: RequestRow[] = []
      for (;;) {
        const before = rows.at(-1)?.request_id
        const query = { limit: WHOLE_PAGE, ...(before && { before_id: String(before) }) }
        const page = await call(listRequests, { query }, { signal })
        rows.push(...page)
        if (page.length < WHOLE_PAGE) return rows
      }
    },
  })
}

export interface OptionsTarget {
  media_type: MediaType
  /** Movies and shows only. */
  tmdb_id?: number | undefined
}

/** The options of a request in one library. */
export function optionsQuery({ media_type, tmdb_id }: OptionsTarget, instance_id: string | undefined) {
  return queryOptions({
    queryKey: ['requests', 'options', media_type, tmdb_id ?? null, instance_id ?? null],
    queryFn: ({ signal }) =>
      call(
        getRequestOptions,
        {
          query: {
            media_type,
            ...(tmdb_id !== undefined && { tmdb_id: String(tmdb_id) }),
            ...(instance_id && { instance_id }),
          },
        },
        { signal },
      ),
  })
}

/** What it would cost; nothing is reserved. The last answer stays visible while the next one loads. */
export function previewQuery(selection: Selection) {
  return queryOptions({
    queryKey: ['requests', 'preview', selection],
    queryFn: ({ signal }) => call(postRequestPreview, { body: selection }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
}

/** All queries that show requests, limits or statuses. */
function refresh(queries: QueryClient) {
  const slices = new Set<unknown>(['requests', 'title-status', 'shelf-status', 'quotas', 'approvals'])
  return queries.invalidateQueries({ predicate: ({ queryKey }) => slices.has(queryKey[0]) })
}

export function useCreateRequest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (selection: Selection) => call(postRequest, { body: selection }),
    onSuccess: () => void refresh(queries),
    // The limit may have been used up elsewhere, so the sheet is refreshed.
    onError: () => void queries.invalidateQueries({ queryKey: ['requests', 'preview'] }),
  })
}

interface DeliveryAction {
  request_id: number
  action: 'retry' | 'cancel'
  book_format?: 'ebook' | 'audiobook' | undefined
}

export function useDeliveryAction() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ request_id, action, book_format }: DeliveryAction) =>
      call(postDeliveryAction, {
        params: { id: String(request_id) },
        body: { action, ...(book_format && { book_format }) },
      }),
    // Even after a refusal the page may be out of date.
    onSettled: readAgain(() => refresh(queries)),
  })
}
