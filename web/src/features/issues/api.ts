import {
  getIssue,
  getIssues,
  type NewReport,
  postIssue,
  postIssueConfirmFixed,
  postIssueReply,
} from '@foyer/contract/issues/issues'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'

/** The reader's own reports, newest first. */
export function ownIssuesQuery() {
  return queryOptions({
    queryKey: ['issues', 'own'],
    queryFn: async ({ signal }) => (await call(getIssues, {}, { signal })).issues,
  })
}

/** A report with its messages. Reading it marks it as read on the server (2/4.9), and so in the list. */
export function issueQuery(id: string) {
  return queryOptions({
    queryKey: ['issues', 'one', id],
    queryFn: async ({ signal, client }) => {
      const answer = await call(getIssue, { params: { id } }, { signal })
      markRead(client, answer.issue.id)
      return answer
    },
  })
}

function markRead(queries: QueryClient, id: number) {
  const { queryKey } = ownIssuesQuery()
  // A list that is on its way may have been read before this.
  if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey })
  queries.setQueryData(queryKey, list =>
    list?.map(one => (one.id === id && !one.read ? { ...one, read: true } : one)),
  )
}

export function useReport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (report: NewReport) => call(postIssue, { body: report }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['issues'] }),
  })
}

export function useReply(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: string) => call(postIssueReply, { params: { id }, body: { body } }),
    // Awaited, so that the message is in the thread when the field is emptied. A refusal may mean that it was closed.
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey: ['issues'] })),
  })
}

export function useConfirmFixed(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(postIssueConfirmFixed, { params: { id } }),
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey: ['issues'] })),
  })
}
