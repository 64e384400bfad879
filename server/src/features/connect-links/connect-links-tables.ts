import type { Fixed, Time } from '#db/column-types.ts'

export interface ConnectTokensTable {
  user_id: Fixed<number>
  token_hash: string
  created_at: Time
  expires_at: Time
}

export interface ConnectLinksTables {
  connect_tokens: ConnectTokensTable
}
