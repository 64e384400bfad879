import type { BookListConnection, FlowState } from '@foyer/contract/book-list-connection'

export type ConnectionState = 'connected' | 'reconnect' | 'none'

/** What to say of a connection, in the order in which it matters. */
export function connectionState(
  connection: Pick<BookListConnection, 'configured' | 'reconnect_required'>,
): ConnectionState {
  if (!connection.configured) return 'none'
  return connection.reconnect_required ? 'reconnect' : 'connected'
}

export const STATE_TONES = { connected: 'ok', reconnect: 'warn', none: 'neutral' } as const

/** Whether a link still waits for somebody, and how it is told when it does not. */
export function linkEnd(status: FlowState): 'waiting' | 'done' | 'over' {
  if (status === 'pending') return 'waiting'
  return status === 'connected' ? 'done' : 'over'
}

/** The libraries that a connection did not reach, to be tried again. */
export function missed(results: readonly { instance_id: string; applied: boolean }[]): string[] {
  return results.filter(result => !result.applied).map(result => result.instance_id)
}
