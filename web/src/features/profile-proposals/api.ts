import {
  getProfileProposal,
  getProfileProposals,
  postProfileProposalApprove,
  postProfileProposalReject,
} from '@foyer/contract/tool-access/profile-proposals'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'

export type ProposalFilter = 'pending' | 'all'

export function proposalsQuery(status: ProposalFilter) {
  return queryOptions({
    queryKey: ['profile-proposals', 'list', status],
    queryFn: ({ signal }) => call(getProfileProposals, { query: { status } }, { signal }),
    select: answer => answer.proposals,
  })
}

/** Compared with the profile as it is now. */
export function proposalQuery(id: number) {
  return queryOptions({
    queryKey: ['profile-proposals', 'one', id],
    queryFn: ({ signal }) => call(getProfileProposal, { params: { id: String(id) } }, { signal }),
  })
}

type Decision = { verdict: 'approve' } | { verdict: 'reject'; note: string }

export function useDecideProposal(id: number) {
  const queries = useQueryClient()
  const stale = new Set<unknown>(['profile-proposals', 'settings-changes', 'attention'])
  return useMutation({
    mutationFn: (decision: Decision) => {
      const params = { id: String(id) }
      if (decision.verdict === 'approve') return call(postProfileProposalApprove, { params })
      const note = decision.note.trim()
      return call(postProfileProposalReject, { params, body: note ? { note } : {} })
    },
    onSettled: readAgain(() =>
      queries.invalidateQueries({ predicate: ({ queryKey }) => stale.has(queryKey[0]) }),
    ),
  })
}
