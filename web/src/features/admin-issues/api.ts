import {
  getAdminIssues,
  getIssueActivity,
  postIssueDismiss,
  postIssueReopen,
  postIssueResolve,
} from '@foyer/contract/issues/admin-issues'
import { getIssue, postIssueReply } from '@foyer/contract/issues/issues'
import { getAgentRun } from '@foyer/contract/remediation/agent-runs'
import { getAgentDigest } from '@foyer/contract/remediation/remediation'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'

const LISTS = ['admin-issues', 'list'] as const

/** Every open issue, and how many are closed. */
export function openIssuesQuery() {
  return queryOptions({
    queryKey: [...LISTS, 'open'],
    queryFn: ({ signal }) =>
      call(getAdminIssues, { query: { status: 'open', closed_limit: '0' } }, { signal }),
  })
}

/** 2/4.9: the closed ones are limited. */
export const FIRST_CLOSED = 100
export const MAX_CLOSED = 1000

export function closedIssuesQuery(limit: number) {
  return queryOptions({
    queryKey: [...LISTS, 'closed', limit],
    queryFn: ({ signal }) =>
      call(getAdminIssues, { query: { status: 'closed', closed_limit: String(limit) } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

type IssueLists = Awaited<ReturnType<typeof call<typeof getAdminIssues>>>

/** Reading an issue marks it as read on the server, and so in the lists. */
export function threadQuery(id: number) {
  return queryOptions({
    queryKey: ['admin-issues', 'thread', id],
    queryFn: async ({ signal, client }) => {
      const answer = await call(getIssue, { params: { id: String(id) } }, { signal })
      markRead(client, id)
      return answer
    },
  })
}

function markRead(queries: QueryClient, id: number) {
  let was_unread = false
  queries.setQueriesData<IssueLists>({ queryKey: LISTS }, list => {
    if (!list?.issues.some(one => one.id === id && !one.read)) return list
    was_unread = true
    const issues = list.issues.map(one => (one.id === id ? { ...one, read: true } : one))
    return { ...list, issues, unread_total: list.unread_total - 1 }
  })
  if (was_unread) void queries.invalidateQueries({ queryKey: ['attention'] })
}

export function activityQuery(id: number) {
  return queryOptions({
    queryKey: ['admin-issues', 'activity', id],
    queryFn: ({ signal }) => call(getIssueActivity, { params: { id: String(id) } }, { signal }),
  })
}

export function runQuery(id: number) {
  return queryOptions({
    queryKey: ['admin-issues', 'run', id],
    queryFn: ({ signal }) => call(getAgentRun, { params: { id: String(id) } }, { signal }),
  })
}

export const DIGEST_DAYS = ['7', '30', '90'] as const
export type DigestDays = (typeof DIGEST_DAYS)[number]

export function digestQuery(days: DigestDays) {
  return queryOptions({
    queryKey: ['admin-issues', 'digest', days],
    queryFn: ({ signal }) => call(getAgentDigest, { query: { days } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Closing an issue ends its proposals, too. */
function useRefresh() {
  const queries = useQueryClient()
  const slices = new Set<unknown>(['admin-issues', 'issues', 'agent-actions', 'attention'])
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => slices.has(queryKey[0]) })
}

export type Closing = 'resolved' | 'wont_fix' | 'dismissed'

/** `onClosed` is called even though the dialog goes away with the open issue. */
export function useCloseIssue(id: number, onClosed: (as: Closing) => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ as, note }: { as: Closing; note: string }): Promise<void> => {
      const params = { id: String(id) }
      if (as === 'dismissed') await call(postIssueDismiss, { params })
      else {
        const text = note.trim()
        const body = { disposition: as, ...(text && { note: text }) }
        await call(postIssueResolve, { params, body })
      }
    },
    onSuccess: (_answer, { as }) => onClosed(as),
    onSettled: readAgain(refresh),
  })
}

export function useReopenIssue(id: number, onReopened: () => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => call(postIssueReopen, { params: { id: String(id) } }),
    onSuccess: onReopened,
    onSettled: readAgain(refresh),
  })
}

export function useReply(id: number) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: string) => call(postIssueReply, { params: { id: String(id) }, body: { body } }),
    onSettled: readAgain(refresh),
  })
}
