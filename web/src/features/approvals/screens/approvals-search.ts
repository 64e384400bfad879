import { MEDIA_TYPES, type MediaType } from '@foyer/contract/instances/instance-types'
import { DECISIONS } from '@foyer/contract/requests/requests'

export const TABS = ['queue', 'waiting', 'history'] as const
export type ApprovalTab = (typeof TABS)[number]

type DecisionFilter = (typeof DECISIONS)[number]

export interface HistoryFilter {
  q?: string
  type?: MediaType
  user?: number
  decision?: DecisionFilter
}

export interface ApprovalsSearch extends HistoryFilter {
  tab?: ApprovalTab
  /** The waiting request that a link leads to. */
  open?: number
}

export function readApprovalsSearch(search: Record<string, unknown>): ApprovalsSearch {
  const tab = TABS.find(one => one === search['tab'])
  const type = MEDIA_TYPES.find(one => one === search['type'])
  const decision = DECISIONS.find(one => one === search['decision'])
  const user = Number(search['user'])
  const open = Number(search['open'])
  // The router parses digits as a number.
  const q = typeof search['q'] === 'number' ? String(search['q']) : search['q']
  return {
    ...(tab && tab !== 'queue' && { tab }),
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(type && { type }),
    ...(decision && { decision }),
    ...(Number.isInteger(user) && user > 0 && { user }),
    ...(Number.isInteger(open) && open > 0 && { open }),
  }
}
