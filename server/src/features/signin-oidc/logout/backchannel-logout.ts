import type { Database, Tx } from '#db/database.ts'
import type { SessionsBegun } from '#features/sessions/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { Refusal } from '#kit/refusal.ts'
import { type LogoutToken, OidcFault, type OidcProvider } from '#ports/oidc-provider.ts'
import type { OidcAttempts, OidcIdentity } from '../oidc-attempts.ts'
import type { ReadOidcConfiguration } from '../oidc-configuration.ts'
import { useLogoutToken } from './logout-token-store.ts'

/** The provider counts a little differently; a used token is remembered for longer than any clock accepts it. */
const SKEW_MS = 2 * MINUTE_MS

type Ended = Pick<OidcIdentity, 'issuer'> & Partial<Pick<OidcIdentity, 'subject' | 'provider_session'>>

/** C63: the provider ends sessions that began there. */
export function createBackchannelLogout(deps: {
  database: Database
  clock: Clock
  attempts: Pick<OidcAttempts, 'endMatching'>
  provider: OidcProvider
  readConfiguration: ReadOidcConfiguration
  endSessionsBegun: (tx: Tx, begun: SessionsBegun) => Promise<number>
}) {
  const { database, clock, attempts, provider, readConfiguration, endSessionsBegun } = deps

  async function verify(logout_token: string): Promise<LogoutToken> {
    const { saved, client } = await readConfiguration(database.read)
    if (!saved.enabled || saved.issuer === '') throw new Refusal('invalid_request')
    try {
      return await provider.verifyLogoutToken(client, logout_token)
    } catch (error) {
      if (error instanceof OidcFault) throw new Refusal('invalid_request', { error: error.message })
      throw error
    }
  }

  /** Sessions, and sign-ins that are proved and not exchanged yet: they would become such a session a moment later. */
  async function endAll(tx: Tx, which: Ended): Promise<number> {
    const sessions = await endSessionsBegun(tx, { method: 'oidc', ...which })
    const proved = await attempts.endMatching(
      tx,
      ({ stage }) => stage.at === 'proved' && isOf(stage.identity, which),
    )
    return sessions + proved
  }

  /** The provider's session when it is known here, else everything of that account there. */
  async function end(tx: Tx, { issuer, subject, provider_session }: LogoutToken): Promise<void> {
    const ended = provider_session === undefined ? 0 : await endAll(tx, { issuer, provider_session })
    if (ended === 0 && subject !== undefined) await endAll(tx, { issuer, subject })
  }

  return async function logOut(logout_token: string): Promise<void> {
    const token = await verify(logout_token)
    const { issuer, jti } = token
    await database.withWriteLock('users', async tx => {
      const expires_at = iso(token.expires_at.getTime() + SKEW_MS)
      if (!(await useLogoutToken(tx, { issuer, jti, expires_at }, iso(clock.now()))))
        throw new Refusal('invalid_request', { error: 'The logout token was used before.' })
      await end(tx, token)
    })
  }
}

export type BackchannelLogout = ReturnType<typeof createBackchannelLogout>

function isOf(identity: OidcIdentity, { issuer, subject, provider_session }: Ended): boolean {
  return (
    identity.issuer === issuer &&
    (subject === undefined || identity.subject === subject) &&
    (provider_session === undefined || identity.provider_session === provider_session)
  )
}
