import type { Fixed, Time } from '#db/column-types.ts'

/** An account elsewhere that signs in to an account here. */
export interface SignInIdentitiesTable {
  provider: Fixed<'invite_server' | 'oidc'>
  /** Empty for the invite server, whose accounts are the same on every server. */
  issuer: Fixed<string>
  subject: Fixed<string>
  user_id: Fixed<number>
  email: string
  username: string
  created_at: Fixed<Time>
}

export interface SignInAttemptsTable {
  /** SHA-256 of the flow id; only the client has the id itself. */
  flow_hash: Fixed<string>
  method: Fixed<'invite_server' | 'oidc' | 'quick_connect'>
  /** Counts the changes, so that two processes cannot both advance an attempt. */
  version: number
  /** Sealed JSON. */
  data: string
  expires_at: Time
}

export interface SignInTables {
  sign_in_identities: SignInIdentitiesTable
  sign_in_attempts: SignInAttemptsTable
}
