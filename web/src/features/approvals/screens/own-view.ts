import type { RequestHistoryRow } from '@foyer/contract/requests/admin-requests'

/** A request as it is for the person whose list it is in: of a shared book, their own formats, time and end. */
export function ownView({ own_part, decided_at, decided_by, ...row }: RequestHistoryRow): RequestHistoryRow {
  const decided = { ...(decided_at && { decided_at }), ...(decided_by && { decided_by }) }
  if (!own_part) return { ...row, ...decided }
  const { requested_at, book_format, cancelled } = own_part
  if (cancelled) return { ...row, requested_at, book_format, decision: 'cancelled' }
  // Nothing was decided for somebody who joined what was approved already.
  const is_earlier = decided_at !== undefined && decided_at < requested_at
  return { ...row, requested_at, book_format, ...(!is_earlier && decided) }
}
