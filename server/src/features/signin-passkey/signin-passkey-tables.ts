import type { Fixed, Time } from '#db/column-types.ts'

export interface PasskeysTable {
  id: Fixed<string>
  user_id: Fixed<number>
  /** Base64url, as browsers send it. */
  credential_id: Fixed<string>
  public_key: Fixed<string>
  counter: number
  /** JSON list of transports. */
  transports: string
  name: string
  created_at: Fixed<Time>
  last_used_at: Time | null
}

export interface PasskeySetupTokensTable {
  token_hash: Fixed<string>
  user_id: Fixed<number>
  expires_at: Fixed<Time>
}

export interface SigninPasskeyTables {
  passkeys: PasskeysTable
  passkey_setup_tokens: PasskeySetupTokensTable
}
