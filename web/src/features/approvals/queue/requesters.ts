import type { QueueRow } from '@foyer/contract/requests/admin-requests'

export interface Requester {
  user_id: number
  username: string
}

/** Everybody who asked for it. Book work is shared, so that one request can be several people's. */
export function requestersOf({ requesters, user_id, username }: QueueRow): readonly Requester[] {
  return requesters ?? [{ user_id, username }]
}

/** Everybody with a part in these requests, once each. */
export function peopleOf(rows: readonly QueueRow[]): Requester[] {
  return [...new Map(rows.flatMap(requestersOf).map(one => [one.user_id, one])).values()]
}

export const namesOf = (row: QueueRow): string[] => requestersOf(row).map(one => one.username)
