import type { Fixed, Time } from '#db/column-types.ts'

/** A program that registered itself to act for people (RFC 7591). It has no secret. */
export interface ToolClientsTable {
  id: Fixed<string>
  client_name: Fixed<string>
  application_type: Fixed<'web' | 'native'>
  /** A JSON list. */
  redirect_uris: Fixed<string>
  created_at: Fixed<Time>
  /** Clients that nobody used for 90 days are removed. */
  last_used_at: Time
}

/** Something that can be used once: the ticket of a proved sign-in, or the code of a given consent. */
export interface ToolCodesTable {
  /** SHA-256; only the client has the code itself. */
  code_hash: Fixed<string>
  purpose: Fixed<'consent' | 'code'>
  /** Sealed JSON. */
  data: Fixed<string>
  expires_at: Fixed<Time>
}

/** The access of a tool client for a person. It is one device, and ends with it. */
export interface ToolGrantsTable {
  device_id: Fixed<string>
  client_id: Fixed<string>
  /** The audience of its tokens. */
  resource: Fixed<string>
  /** The code that opened it: used again, it ends the grant. */
  code_hash: Fixed<string>
  refresh_hash: string
  refresh_expires_at: Time
  /** The refresh token before the current one, for a retry within 30 seconds. */
  previous_hash: string | null
  rotated_at: Time | null
  /** Sealed JSON: the pair that such a retry gets again. */
  latest_tokens: string | null
}

export interface OauthServerTables {
  tool_clients: ToolClientsTable
  tool_codes: ToolCodesTable
  tool_grants: ToolGrantsTable
}
