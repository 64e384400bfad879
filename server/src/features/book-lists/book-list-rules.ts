import type { BookListConnection } from '@foyer/contract/book-list-connection'
import { MINUTE_MS } from '#kit/durations.ts'
import type { ConnectionRow, FlowRow, SelectionRow } from './book-list-store.ts'

/** A token is renewed shortly before it expires, so that it does not expire during a call. */
export const RENEW_BEFORE_MS = MINUTE_MS

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

/** Whether the access token expires soon and should be renewed first. A pasted token is never renewed. */
export function isRenewalDue({ expires_at }: Pick<ConnectionRow, 'expires_at'>, now_ms: number): boolean {
  return expires_at !== null && now_ms >= Date.parse(expires_at) - RENEW_BEFORE_MS
}

export function hasEnded({ expires_at }: Pick<ConnectionRow, 'expires_at'>, now_ms: number): boolean {
  return expires_at !== null && now_ms >= Date.parse(expires_at)
}

/**
 * Whether a renewal may be sent. While the outcome of an earlier renewal is unknown, the refresh token may be
 * spent, and sending a spent one invalidates the whole chain. So no renewal is sent while the access token is
 * still valid.
 */
export function mayRenew(
  connection: Pick<ConnectionRow, 'renewal_began_at' | 'expires_at'>,
  now_ms: number,
  rejected: boolean,
): boolean {
  return connection.renewal_began_at === null || rejected || hasEnded(connection, now_ms)
}

export function presentFlow({ id, status, connection_id, error }: FlowRow) {
  return {
    flow_id: id,
    status,
    ...(status === 'connected' && connection_id !== null && { connection_id }),
    ...(error !== null && { error }),
  }
}
