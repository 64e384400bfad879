import type { RequestStatus } from '@foyer/contract/requests'
import type { Status } from '#ui/status.ts'

/** Words of a saved request; they stay true while the library cannot be read. */
const SAVED: ReadonlySet<RequestStatus> = new Set(['pending', 'requested', 'denied'])

interface StatusAnswer {
  status: RequestStatus
  /** Left out where nothing is in doubt. */
  status_known?: boolean | undefined
}

/** What to show: unknown is not absent (1:4.8.8), but what was asked for is known all the same. */
export function shownStatus({ status, status_known = true }: StatusAnswer): Status {
  return status_known || SAVED.has(status) ? status : 'unknown'
}
