import type { BookListConnection } from '@foyer/contract/book-list-connection'
import type { DeviceAnswer } from '#ports/book-list-provider.ts'
import type { ConnectionRow, FlowRow, SelectionRow } from './book-list-store.ts'

/** A token is renewed a little before it ends, so that no question meets the end on its way. */
export const RENEW_BEFORE_MS = 60_000
/** RFC 8628 §3.5: what `slow_down` adds. */
export const SLOWER_BY_SECONDS = 5

export function presentConnection(
  selection: SelectionRow | undefined,
  connection: ConnectionRow | undefined,
  oauth_available: boolean,
): BookListConnection {
  return {
    supported: true,
    configured: connection !== undefined,
    oauth_available,
    method: connection?.method ?? '',
    reconnect_required: connection?.reconnect_required === 1,
    ...(connection && { connection_id: connection.id }),
    revision: selection?.revision ?? 0,
  }
}

/** Whether the access token ends so soon that it should be renewed first. A pasted token never is. */
export function isRenewalDue({ expires_at }: Pick<ConnectionRow, 'expires_at'>, now_ms: number): boolean {
  return expires_at !== null && now_ms >= Date.parse(expires_at) - RENEW_BEFORE_MS
}

export function hasEnded({ expires_at }: Pick<ConnectionRow, 'expires_at'>, now_ms: number): boolean {
  return expires_at !== null && now_ms >= Date.parse(expires_at)
}

/**
 * May a renewal be sent? While the outcome of an earlier one is unknown the refresh token may be spent, and
 * showing a spent one ends the whole chain: so not as long as there is an access token to lose.
 */
export function mayRenew(
  connection: Pick<ConnectionRow, 'renewal_began_at' | 'expires_at'>,
  now_ms: number,
  rejected: boolean,
): boolean {
  return connection.renewal_began_at === null || rejected || hasEnded(connection, now_ms)
}

/** What an answer to a poll makes of a link; null: it goes on. */
export function flowEnd(
  state: Exclude<DeviceAnswer['state'], 'given'>,
): Pick<FlowRow, 'status' | 'error'> | null {
  if (state === 'denied') return { status: 'denied', error: 'The link was refused on the page.' }
  if (state === 'expired') return EXPIRED
  if (state === 'failed') return { status: 'failed', error: 'The provider ended the link. Begin again.' }
  return null
}

export const EXPIRED = {
  status: 'expired',
  error: 'The code ran out before it was entered. Begin again.',
} as const satisfies Pick<FlowRow, 'status' | 'error'>

export function presentFlow({ id, status, connection_id, error }: FlowRow) {
  return {
    flow_id: id,
    status,
    ...(status === 'connected' && connection_id !== null && { connection_id }),
    ...(error !== null && { error }),
  }
}
