import { randomBytes } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { equalInConstantTime, sha256 } from '#kit/crypto.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { newSecret } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import { OidcFault, type OidcProvider } from '#ports/oidc-provider.ts'
import type { OidcAttempt, OidcAttemptData, OidcAttempts, OidcIdentity } from '../oidc-attempts.ts'
import { fingerprintOf, type ReadOidcConfiguration } from '../oidc-configuration.ts'
import type { AccountEntry } from './account-entry.ts'
import { assertUsable } from './assert-usable.ts'
import { identityOf, isInAllowedGroup, reportOf, scopesOf, wantedClaims } from './claim-rules.ts'
import {
  cookieIn,
  cookieName,
  type DenialCode,
  isDenial,
  returnWithCode,
  returnWithError,
} from './return-rules.ts'

/** 2:4.4 */
const HANDOFF_MS = MINUTE_MS

/** Where the browser goes next. Null instead: nobody waits for it, so it gets a page. */
export interface BrowserStep {
  location: string
  cookie?: { name: string; value: string }
  /** The cookie has done its work. */
  clear_cookie?: string
}

/** The two steps in the person's browser: to the provider, and back from it. */
export function createOidcBrowser(deps: {
  database: Database
  clock: Clock
  log: Log
  attempts: OidcAttempts
  readConfiguration: ReadOidcConfiguration
  provider: OidcProvider
  accounts: AccountEntry
  base_path: string
}) {
  const { database, clock, log, attempts, readConfiguration, provider, accounts, base_path } = deps

  function denied(attempt: OidcAttempt, flow: string, error: DenialCode): BrowserStep {
    return { location: returnWithError(attempt.data.purpose, base_path, { error, flow }) }
  }

  /** The reason that the client receives. Unexpected errors are thrown again. */
  function reasonOf(error: unknown): DenialCode {
    if (error instanceof OidcFault) {
      // Not the error itself: what caused it may hold tokens.
      log.warn({ kind: error.kind, reason: error.message }, 'a sign-in at the provider failed')
      return 'provider_failed'
    }
    if (error instanceof Refusal && isDenial(error.code)) return error.code
    if (error instanceof StorageFault) return 'unavailable'
    throw error
  }

  /** Uses the attempt up, and sends the browser back to the client that waits. */
  async function fail(attempt: OidcAttempt, flow: string, error: unknown): Promise<BrowserStep> {
    const reason = reasonOf(error)
    if (reason !== 'unavailable') await database.transaction(tx => attempts.take(tx, attempt))
    return denied(attempt, flow, reason)
  }

  async function goToProvider(attempt: OidcAttempt, flow: string): Promise<BrowserStep | null> {
    const { purpose } = attempt.data
    const { client, callback_url, saved } = assertUsable(await readConfiguration(database.read), purpose)
    const secrets = {
      state: `${flow}.${newSecret('s')}`,
      nonce: newSecret('n'),
      verifier: randomBytes(48).toString('base64url'),
    }
    const browser = newSecret('b')
    const scopes = scopesOf(saved)
    const location = await provider.authorizationUrl(client, {
      ...secrets,
      redirect_uri: callback_url,
      scopes,
    })
    const configuration = fingerprintOf(saved)
    const stage = { at: 'started', ...secrets, browser: sha256(browser), configuration } as const
    const started = await database.transaction(tx => attempts.change(tx, attempt, { ...attempt.data, stage }))
    if (!started) return null
    return { location, cookie: { name: cookieName(attempt.flow_hash), value: browser } }
  }

  /** Asks the provider, and decides whether this identity may enter. */
  async function prove(
    { data: { purpose } }: OidcAttempt,
    stage: Extract<OidcAttemptData['stage'], { at: 'started' }>,
    query: string,
  ): Promise<OidcIdentity> {
    const { client, callback_url, saved } = assertUsable(await readConfiguration(database.read), purpose)
    // RFC 9700 §4.4. Every save ends attempts, but this one may have left its row already.
    if (fingerprintOf(saved) !== stage.configuration) throw new Refusal('invalid_flow')
    const { state, nonce, verifier } = stage
    const proved = await provider.finish(client, {
      state,
      nonce,
      verifier,
      query,
      redirect_uri: callback_url,
      wanted_claims: wantedClaims(saved, purpose.type === 'test' ? 'test' : 'other'),
    })
    if (!isInAllowedGroup(proved.claims, saved)) throw new Refusal('group_required')
    const identity = identityOf(proved)
    return purpose.type === 'test' ? { ...identity, report: reportOf(proved, saved) } : identity
  }

  /** The row that the exchange finds; written only while the configuration still admits this identity. */
  async function handOff(attempt: OidcAttempt, flow: string, identity: OidcIdentity): Promise<BrowserStep> {
    const { purpose } = attempt.data
    const code = newSecret('o')
    await database.transaction(async tx => {
      const configuration = assertUsable(await readConfiguration(tx), purpose)
      await accounts.assertAdmitted(tx, configuration, purpose, identity)
      const expires_at = iso(clock.now().getTime() + HANDOFF_MS)
      const stage = { at: 'proved', code: sha256(code), identity } as const
      const kept = await attempts.change(tx, { ...attempt, expires_at }, { ...attempt.data, stage })
      // A save of the configuration ended it while the provider was asked.
      if (!kept) throw new Refusal('invalid_flow')
    })
    return { location: returnWithCode(purpose, base_path, { code, flow }) }
  }

  return {
    /** Null when the flow is unknown, expired or was started before. */
    async start(flow: string): Promise<BrowserStep | null> {
      const attempt = await attempts.read(database.read, flow)
      if (attempt?.data.stage.at !== 'begun') return null
      try {
        return await goToProvider(attempt, flow)
      } catch (error) {
        return fail(attempt, flow, error)
      }
    },

    /** Null when no open attempt belongs to this `state`. */
    async callback(query: string, cookies: string | undefined): Promise<BrowserStep | null> {
      const states = new URLSearchParams(query).getAll('state')
      const [state = ''] = states
      const [flow = ''] = state.split('.', 1)
      const attempt = states.length === 1 ? await attempts.read(database.read, flow) : null
      const stage = attempt?.data.stage
      if (!attempt || stage?.at !== 'started' || !equalInConstantTime(state, stage.state)) return null
      const name = cookieName(attempt.flow_hash)
      const browser = cookieIn(cookies, name)
      // Another browser than the one that started. The attempt stays open for the right one.
      if (browser === undefined || !equalInConstantTime(sha256(browser), stage.browser))
        return denied(attempt, flow, 'invalid_flow')
      const returned = await database.transaction(tx =>
        attempts.change(tx, attempt, { ...attempt.data, stage: { at: 'returned' } }),
      )
      if (!returned) return null
      const step = await prove(attempt, stage, query)
        .then(identity => handOff(returned, flow, identity))
        .catch((error: unknown) => fail(returned, flow, error))
      return { ...step, clear_cookie: name }
    },
  }
}

export type OidcBrowser = ReturnType<typeof createOidcBrowser>
