import type { RequestStatus } from '@foyer/contract/requests/requests'
import type { Status } from '#ui/status.ts'

/** Statuses of a saved request; they stay true while the library cannot be read. */
const SAVED: ReadonlySet<RequestStatus> = new Set(['pending', 'requested', 'denied'])

interface StatusAnswer {
  status: RequestStatus
  /** Absent where the status is always known. */
  status_known?: boolean | undefined
}

/** The status to show. Unknown is not absent (1:4.8.8), but a saved request is known either way. */
export function shownStatus({ status, status_known = true }: StatusAnswer): Status {
  return status_known || SAVED.has(status) ? status : 'unknown'
}
