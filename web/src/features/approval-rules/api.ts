import {
  deleteApprovalRule,
  getApprovalRuleCandidates,
  getApprovalRules,
  postApprovalRule,
  postApprovalRulePause,
  postApprovalRuleResume,
} from '@foyer/contract/remediation/approval-rules'
import type { ApprovalTriple } from '@foyer/contract/remediation/agent-actions'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'

export function rulesQuery() {
  return queryOptions({
    queryKey: ['approval-rules', 'list'],
    queryFn: ({ signal }) => call(getApprovalRules, {}, { signal }),
    select: answer => answer.rules,
  })
}

export function candidatesQuery() {
  return queryOptions({
    queryKey: ['approval-rules', 'candidates'],
    queryFn: ({ signal }) => call(getApprovalRuleCandidates, {}, { signal }),
    select: answer => answer.candidates,
  })
}

/** A rule changes what actions offer, too: `remember` is for fixes without one. */
function useRefresh() {
  const queries = useQueryClient()
  const slices = new Set<unknown>(['approval-rules', 'agent-actions', 'admin-issues', 'attention'])
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => slices.has(queryKey[0]) })
}

export type RuleChange = 'pause' | 'resume' | 'delete'

/** `onChanged` is called even though the row goes away with a deleted rule. */
export function useChangeRule(id: number, onChanged: (change: RuleChange) => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (change: RuleChange): Promise<void> => {
      const params = { id: String(id) }
      if (change === 'pause') await call(postApprovalRulePause, { params })
      else if (change === 'resume') await call(postApprovalRuleResume, { params })
      else await call(deleteApprovalRule, { params })
    },
    onSuccess: (_answer, change) => onChanged(change),
    onSettled: readAgain(refresh),
  })
}

export function useArmRule() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ problem_kind, action_kind, action_facet }: ApprovalTriple) =>
      call(postApprovalRule, { body: { problem_kind, action_kind, action_facet } }),
    onSettled: readAgain(refresh),
  })
}
