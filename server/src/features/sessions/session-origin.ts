import type { Selectable } from 'kysely'
import type { DevicesTable } from './sessions-tables.ts'

/** How a session began: turning a method off, or unlinking an identity, ends the sessions that began with it. */
export interface SessionOrigin {
  method: 'setup' | 'password' | 'passkey' | 'connect' | 'invite_server' | 'oidc' | 'account_server'
  /** OpenID Connect: the issuer. An account server: the instance. */
  issuer?: string
  /** The account there. */
  subject?: string
  /** OpenID Connect: the `sid` of the provider's session, when it named one (C63). */
  provider_session?: string
}

type OriginColumns = Pick<
  Selectable<DevicesTable>,
  'began_with' | 'began_issuer' | 'began_subject' | 'provider_session'
>

export function originColumns({ method, issuer, subject, provider_session }: SessionOrigin): OriginColumns {
  return {
    began_with: method,
    began_issuer: issuer ?? null,
    began_subject: subject ?? null,
    provider_session: provider_session ?? null,
  }
}

/** Null for a session that is older than the columns. */
export function originFrom(row: OriginColumns): SessionOrigin | null {
  if (row.began_with === '') return null
  return {
    method: row.began_with,
    ...(row.began_issuer !== null && { issuer: row.began_issuer }),
    ...(row.began_subject !== null && { subject: row.began_subject }),
    ...(row.provider_session !== null && { provider_session: row.provider_session }),
  }
}
