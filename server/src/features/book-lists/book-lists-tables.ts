import type { Fixed, Flag, Time } from '#db/column-types.ts'

/** One credential at the book list provider, shared by every instance that selected it (1:4.4). */
export interface BookListConnectionsTable {
  id: Fixed<string>
  method: Fixed<'token' | 'oauth'>
  /** Sealed JSON; the purpose is the connection's id. */
  secret_box: string
  /** Of the access token; null for a token that somebody pasted. */
  expires_at: Time | null
  /** Counts renewals, so that nobody renews what was renewed while they looked. */
  generation: number
  /** Set before a renewal leaves and cleared by its answer: still there, the outcome is unknown. */
  renewal_began_at: Time | null
  reconnect_required: Flag
  created_at: Fixed<Time>
  updated_at: Time
}

export interface BookListSelectionsTable {
  instance_id: Fixed<string>
  connection_id: string | null
  revision: number
  updated_at: Time
}

/** A link by a code that somebody enters on the provider's page. */
export interface BookListFlowsTable {
  id: Fixed<string>
  instance_id: Fixed<string>
  /** Of the instance's selection when it began; another one supersedes the link. */
  revision: Fixed<number>
  device_code_box: Fixed<string>
  status: 'pending' | 'connected' | 'expired' | 'denied' | 'cancelled' | 'superseded' | 'failed'
  error: string | null
  connection_id: string | null
  interval_seconds: number
  next_poll_at: Time
  expires_at: Fixed<Time>
  created_at: Fixed<Time>
}

export interface BookListsTables {
  book_list_connections: BookListConnectionsTable
  book_list_selections: BookListSelectionsTable
  book_list_flows: BookListFlowsTable
}
