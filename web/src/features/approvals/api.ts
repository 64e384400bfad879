import {
  approveRequest,
  denyRequest,
  listPendingRequests,
  listRequestHistory,
  listWaitingRequests,
  type QueueRow,
  undoRequestDecision,
  waitForRequest,
} from '@foyer/contract/requests/admin-requests'
import { postDeliveryAction, type SeasonScope } from '@foyer/contract/requests/requests'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, serverTime, session } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'
import { decideAll } from './decide/decide-all.ts'
import type { HistoryFilter } from './screens/approvals-search.ts'
import { ownView } from './screens/own-view.ts'
import { delaySeconds, isBeingDecided, nextReturnMs, type SentDecision } from './decide/undo.ts'

const ASK_AGAIN_MS = 15_000

export function pendingQuery() {
  return queryOptions({
    queryKey: ['approvals', 'pending'],
    queryFn: ({ signal }) => call(listPendingRequests, {}, { signal }),
    select: undecided,
    // An overdue decision is refetched and selected again, even if the answer is the same.
    refetchInterval: ({ state }) =>
      nextReturnMs(state.data ?? [], serverTime.now()) ??
      // One whose time is over stays hidden until it is read again, and that has just failed.
      (state.status === 'error' && state.data?.some(row => row.decision_due_at) ? ASK_AGAIN_MS : false),
    structuralSharing: false,
  })
}

let shown: QueueRow[] = []
session.subscribe(() => {
  if (!session.current()) shown = []
})

/** The same rows as long as nothing changes: everything that lists them would be drawn again. */
function undecided(rows: QueueRow[]): QueueRow[] {
  shown = replaceEqualDeep(
    shown,
    rows.filter(row => !isBeingDecided(row, serverTime.now())),
  )
  return shown
}

export function waitingQuery() {
  return queryOptions({
    queryKey: ['approvals', 'waiting'],
    queryFn: ({ signal }) => call(listWaitingRequests, {}, { signal }),
  })
}

export function historyQuery({ q, type, decision, user }: HistoryFilter) {
  const query = {
    ...(q && { q }),
    ...(type && { media_type: type }),
    ...(decision && { decision }),
    ...(user && { user_id: String(user) }),
  }
  return infiniteQueryOptions({
    queryKey: ['approvals', 'history', query],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) =>
      call(
        listRequestHistory,
        { query: { ...query, ...(pageParam && { before: String(pageParam) }) } },
        { signal },
      ),
    getNextPageParam: last => last.next_before,
    placeholderData: keepPreviousData,
  })
}

/** One page of a person's own list. */
const PERSON_PAGE = 5

/** What one person asked for or joined, newest first, as it is for them. */
export function personRequestsQuery(user_id: number) {
  return infiniteQueryOptions({
    queryKey: ['approvals', 'of-person', user_id],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ signal, pageParam }) => {
      const before = { ...(pageParam && { before: String(pageParam) }) }
      const query = { user_id: String(user_id), limit: PERSON_PAGE, ...before }
      const page = await call(listRequestHistory, { query }, { signal })
      return { ...page, requests: page.requests.map(ownView) }
    },
    getNextPageParam: last => last.next_before,
  })
}

/** Decided requests leave the queue immediately; everything about requests is refetched. */
function forget(queries: QueryClient, request_id: number) {
  queries.setQueryData(pendingQuery().queryKey, rows => rows?.filter(row => row.request_id !== request_id))
}

function refresh(queries: QueryClient) {
  const slices = new Set<unknown>(['approvals', 'requests', 'title-status', 'quotas'])
  return queries.invalidateQueries({ predicate: ({ queryKey }) => slices.has(queryKey[0]) })
}

export interface Changes {
  season_scope?: SeasonScope
  seasons?: number[]
  quality_profile_id?: number
  root_folder?: string
  instance_id?: string
}

export type Decision =
  | { verdict: 'approve'; changes?: Changes }
  | { verdict: 'deny'; reason?: string | undefined }

/** Decides one or many requests. Each has its own result: one refusal does not stop the others. */
export function useDecide() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ rows, decision }: { rows: readonly QueueRow[]; decision: Decision }) =>
      decideAll(rows, async (row): Promise<SentDecision> => {
        const params = { id: String(row.request_id) }
        const delay_seconds = delaySeconds(rows.length)
        const sent_ms = performance.now()
        if (decision.verdict === 'approve')
          await call(approveRequest, { params, body: { ...decision.changes, delay_seconds } })
        else {
          const { reason } = decision
          await call(denyRequest, { params, body: { ...(reason && { reason }), delay_seconds } })
        }
        forget(queries, row.request_id)
        return { sent_ms, delay_seconds }
      }),
    onSettled: () => void refresh(queries),
  })
}

/** Undoes decisions that have not been carried out yet; each has its own result. */
export function useUndo() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (rows: readonly QueueRow[]) =>
      decideAll(rows, async row => {
        await call(undoRequestDecision, { params: { id: String(row.request_id) } })
      }),
    // Not awaited: while the server is away that would use up the time in which an undo can be repeated.
    onSettled: () => void refresh(queries),
  })
}

interface WaitingAction {
  request_id: number
  action: 'retry' | 'cancel' | 'wait'
}

export function useWaitingAction() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ request_id, action }: WaitingAction) => {
      const params = { id: String(request_id) }
      return action === 'wait'
        ? call(waitForRequest, { params })
        : call(postDeliveryAction, { params, body: { action } })
    },
    onSettled: readAgain(() => refresh(queries)),
  })
}
