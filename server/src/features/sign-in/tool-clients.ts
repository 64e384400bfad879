import type { ToolAuthorization } from '@foyer/contract/sign-in/sign-in-flow'
import type { Tx } from '#db/database.ts'
import type { SessionOrigin } from '#features/sessions/index.ts'

/** The person proved who they are; what is left is their consent to the tool client. */
export interface ProvedConsent {
  user_id: number
  oauth: ToolAuthorization
  origin: SessionOrigin
}

/** Clients that use tools on behalf of a person (2:4.5). */
export interface ToolClients {
  /** Throws a refusal unless the authorization request is acceptable. */
  validate(oauth: ToolAuthorization, origin: string): Promise<void>
  /** The ticket for the consent page, made in the transaction that uses up the sign-in attempt. */
  offerConsent(tx: Tx, consent: ProvedConsent): Promise<{ consent_ticket: string; expires_at: string }>
}
