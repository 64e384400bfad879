import type { BookListConnection, FlowState } from '@foyer/contract/book-list-connection'

export type ConnectionState = 'connected' | 'reconnect' | 'none'

/** The state to show, most important first. */
export function connectionState(
  connection: Pick<BookListConnection, 'configured' | 'reconnect_required'>,
): ConnectionState {
  if (!connection.configured) return 'none'
  return connection.reconnect_required ? 'reconnect' : 'connected'
}

export const STATE_TONES = { connected: 'ok', reconnect: 'warn', none: 'neutral' } as const

/** Whether a link is still pending, and otherwise how it ended. */
export function linkEnd(status: FlowState): 'waiting' | 'done' | 'over' {
  if (status === 'pending') return 'waiting'
  return status === 'connected' ? 'done' : 'over'
}

/** The libraries the connection could not be applied to, for a retry. */
export function missed(results: readonly { instance_id: string; applied: boolean }[]): string[] {
  return results.filter(result => !result.applied).map(result => result.instance_id)
}
