import { ISSUE_SOURCES, type IssueSource } from '@foyer/contract/issues/issue'
import { searchText } from '#lib/library-search.ts'

export const SHOWN = ['open', 'needs_admin', 'awaiting_approval', 'closed'] as const
export type Shown = (typeof SHOWN)[number]

/** What the address says about the list. */
export interface IssuesSearch {
  show?: Shown
  source?: IssueSource
  unread?: true
  q?: string
}

export function readIssuesSearch(raw: Record<string, unknown>): IssuesSearch {
  const show = SHOWN.find(one => one === raw['show'])
  const source = ISSUE_SOURCES.find(one => one === raw['source'])
  const q = searchText(raw['q'])
  return {
    ...(show && show !== 'open' && { show }),
    ...(source && { source }),
    ...(raw['unread'] === true && { unread: true }),
    ...(q && { q }),
  }
}
