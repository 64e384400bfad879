import type { Database, Tx } from '#db/database.ts'
import type { SessionIssuer, SessionOrigin, SignedIn } from '#features/sessions/index.ts'
import { provesChallenge, type ToolClients } from '#features/sign-in/index.ts'
import type { RequestFacts } from '#kit/caller.ts'
import { equalInConstantTime, sha256 } from '#kit/crypto.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Settings } from '#settings/settings.ts'
import type { OidcAttempt, OidcAttempts, OidcIdentity, Purpose } from '../oidc-attempts.ts'
import { fingerprintOf, type OidcConfiguration, type ReadOidcConfiguration } from '../oidc-configuration.ts'
import { oidcSettings } from '../oidc-settings.ts'
import type { AccountEntry } from './account-entry.ts'
import { assertUsable } from './assert-usable.ts'

export type Exchanged =
  | { status: 'signed_in'; signed_in: SignedIn }
  | { status: 'linked' }
  | { status: 'tested'; message: string }
  | { status: 'mcp_consent'; consent_ticket: string; expires_at: string }

type Proved = { attempt: OidcAttempt; identity: OidcIdentity }
type SignIn = Extract<Purpose, { type: 'sign_in' }>

/** The last step. Everything is read again in the transaction that uses up the attempt. */
export function createOidcExchange(deps: {
  database: Database
  settings: Settings
  attempts: OidcAttempts
  readConfiguration: ReadOidcConfiguration
  accounts: AccountEntry
  issuer: SessionIssuer
  tool_clients: ToolClients
}) {
  const { database, settings, attempts, readConfiguration, accounts, issuer, tool_clients } = deps

  /** One refusal for everything that may be wrong with the three values (2/4.4). */
  async function readProved({ flow, code, verifier }: { flow: string; code: string; verifier: string }) {
    const attempt = await attempts.read(database.read, flow)
    const stage = attempt?.data.stage
    if (!attempt || stage?.at !== 'proved') throw new Refusal('invalid_flow')
    const is_code = equalInConstantTime(sha256(code), stage.code)
    if (!provesChallenge(attempt.data.challenge, verifier) || !is_code) throw new Refusal('invalid_flow')
    return { attempt, identity: stage.identity }
  }

  /** The attempt first: a save of the configuration that runs at the same time waits for it, or has ended it. */
  async function useUp(tx: Tx, { attempt }: Proved): Promise<OidcConfiguration> {
    if (!(await attempts.take(tx, attempt))) throw new Refusal('invalid_flow')
    return assertUsable(await readConfiguration(tx), attempt.data.purpose)
  }

  async function signIn(proved: Proved, purpose: SignIn, user_agent: string): Promise<Exchanged> {
    const { identity } = proved
    const { device_name, hardware_id, invitation } = purpose
    const session = await database.withWriteLock('users', async tx => {
      const configuration = await useUp(tx, proved)
      const user = await accounts.enter(tx, configuration, identity, invitation)
      return issuer.open(tx, user, { device_name, hardware_id, user_agent }, originOf(identity))
    })
    return { status: 'signed_in', signed_in: await issuer.complete(session) }
  }

  return async function exchange(
    given: { flow: string; code: string; verifier: string },
    { user_agent, origin }: Pick<RequestFacts, 'user_agent' | 'origin'>,
  ): Promise<Exchanged> {
    const proved = await readProved(given)
    const { identity } = proved
    const { purpose } = proved.attempt.data
    if (purpose.type === 'sign_in') return signIn(proved, purpose, user_agent)
    if (purpose.type === 'link') {
      await database.withWriteLock('users', async tx => {
        await useUp(tx, proved)
        await accounts.link(tx, purpose.by, identity)
      })
      return { status: 'linked' }
    }
    if (purpose.type === 'test') {
      await settings.lock(async tx => {
        const { saved } = await useUp(tx, proved)
        await accounts.assertInitiator(tx, purpose.by, 'test')
        await settings.update(tx, oidcSettings, { tested_with: fingerprintOf(saved) })
      })
      return { status: 'tested', message: identity.report ?? '' }
    }
    await tool_clients.validate(purpose.oauth, origin)
    return database.withWriteLock('users', async tx => {
      const configuration = await useUp(tx, proved)
      const { id } = await accounts.enter(tx, configuration, identity)
      const consent = { user_id: id, oauth: purpose.oauth, origin: originOf(identity) }
      return { status: 'mcp_consent', ...(await tool_clients.offerConsent(tx, consent)) }
    })
  }
}

export type OidcExchange = ReturnType<typeof createOidcExchange>

function originOf({ issuer, subject, provider_session }: OidcIdentity): SessionOrigin {
  return { method: 'oidc', issuer, subject, ...(provider_session !== undefined && { provider_session }) }
}
