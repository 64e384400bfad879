import {
  type AgentAction,
  getAgentActions,
  postAgentActionApprove,
  postAgentActionApproveBatch,
  postAgentActionDeny,
} from '@foyer/contract/remediation/agent-actions'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'
import { approveInBatches } from './approve-batch.ts'

export type ActionFilter = 'awaiting' | 'all'

export function actionsQuery(status: ActionFilter) {
  return queryOptions({
    queryKey: ['agent-actions', 'list', status],
    queryFn: ({ signal }) => call(getAgentActions, { query: { status } }, { signal }),
    select: answer => answer.actions,
  })
}

/** A decision changes the issue, the rules and what waits for an admin. */
function refresh(queries: QueryClient) {
  const slices = new Set<unknown>(['agent-actions', 'admin-issues', 'issues', 'approval-rules', 'attention'])
  return queries.invalidateQueries({ predicate: ({ queryKey }) => slices.has(queryKey[0]) })
}

export type Override = Readonly<Record<string, unknown>>

export type Decision =
  | { verdict: 'approve'; override?: Override | undefined; remember?: boolean }
  | { verdict: 'deny'; note: string }

export function useDecide() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ action, decision }: { action: AgentAction; decision: Decision }): Promise<AgentAction> => {
      const params = { id: String(action.id) }
      if (decision.verdict === 'deny') {
        const note = decision.note.trim()
        return call(postAgentActionDeny, { params, body: note ? { note } : {} })
      }
      const { override, remember } = decision
      const body = { ...(override && { override }), ...(remember && { remember: true }) }
      return call(postAgentActionApprove, { params, body })
    },
    onSettled: readAgain(() => refresh(queries)),
  })
}

/** Approves as proposed, one after the other; each has its own verdict. */
export function useApproveBatch() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly number[]) =>
      approveInBatches(ids, some => call(postAgentActionApproveBatch, { body: { ids: some } })),
    onSettled: readAgain(() => refresh(queries)),
  })
}
