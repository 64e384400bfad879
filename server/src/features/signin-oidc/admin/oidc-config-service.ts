import type { OidcChange, OidcConfig } from '@foyer/contract/sign-in/oidc-admin'
import type { Database, Tx } from '#db/database.ts'
import {
  type FindLinkedSignIns,
  findLocalAdmins,
  type SessionOrigin,
  type SessionsBegun,
} from '#features/sessions/index.ts'
import { changeMethodSafely } from '#features/users/index.ts'
import { Refusal } from '#kit/refusal.ts'
import { secretRequired } from '#kit/secret-required.ts'
import { OidcFault, type OidcProvider } from '#ports/oidc-provider.ts'
import type { Settings } from '#settings/settings.ts'
import type { OidcAttempts } from '../oidc-attempts.ts'
import type { ReadOidcConfiguration } from '../oidc-configuration.ts'
import { oidcSettings, type SavedOidc } from '../oidc-settings.ts'
import { ssoOnlyInForce } from '../sso-policy.ts'
import {
  applyChange,
  dropsProvider,
  findProblems,
  isTested,
  movesSecret,
  presentConfig,
  turnsSsoOnlyOn,
} from './oidc-config-rules.ts'
import type { ProviderHealth } from './provider-health.ts'

const CHECK_SETTINGS =
  'Check the issuer, also whether it ends with a slash, and the settings of the provider.'
const CHECK_CONNECTION =
  'Check that it runs and that this server can reach it, directly or through the proxy.'
const VALID = 'The provider can be used. Test the sign-in next.'
const INCOMPLETE = 'Save the issuer and the client ID first.'
const NO_EXTERNAL_ADDRESS = 'Set the external address first: the provider sends people back to it.'

export interface OidcConfigParts {
  database: Database
  settings: Settings
  readConfiguration: ReadOidcConfiguration
  attempts: Pick<OidcAttempts, 'endAll'>
  provider: Pick<OidcProvider, 'forget'>
  health: ProviderHealth
  /** Called when sign-ins under way must begin again, also those that only wait for a consent. */
  signInsEnded: (tx: Tx) => Promise<void>
  sessions: {
    endSessionsBegun(tx: Tx, begun: SessionsBegun): Promise<unknown>
    endOtherSessionsOfUsers(tx: Tx, method: SessionOrigin['method']): Promise<unknown>
    linkedSignIns: FindLinkedSignIns
  }
}

export function createOidcConfig(parts: OidcConfigParts) {
  const { database, settings, readConfiguration, attempts, provider, health, signInsEnded, sessions } = parts

  /** 2/4.4: otherwise nobody could repair the configuration when the provider fails. */
  async function assertSsoOnlyIsSafe(tx: Tx, next: SavedOidc): Promise<void> {
    if (!isTested(next)) throw new Refusal('test_required')
    if ((await findLocalAdmins(tx)).length === 0) throw new Refusal('local_admin_required')
  }

  async function endSessions(tx: Tx, before: SavedOidc, next: SavedOidc): Promise<void> {
    if (dropsProvider(before, next)) await sessions.endSessionsBegun(tx, { method: 'oidc' })
    if (ssoOnlyInForce(next) && !ssoOnlyInForce(before)) await sessions.endOtherSessionsOfUsers(tx, 'oidc')
  }

  async function write(tx: Tx, change: OidcChange): Promise<void> {
    const { saved: before, server_url } = await readConfiguration(tx)
    const next = applyChange(before, change)
    assertValid(next)
    if (movesSecret(before, change)) throw secretRequired('client_secret')
    if (next.enabled && !before.enabled && server_url === '') throw externalAddressRequired()
    if (turnsSsoOnlyOn(before, next)) await assertSsoOnlyIsSafe(tx, next)
    await changeMethodSafely(tx, sessions.linkedSignIns, () => settings.update(tx, oidcSettings, next))
    // Before the sessions: an exchange that holds its attempt commits first, and its session ends too.
    await attempts.endAll(tx)
    await signInsEnded(tx)
    await endSessions(tx, before, next)
  }

  return {
    async present(): Promise<OidcConfig> {
      const { saved, callback_url } = await readConfiguration(database.read)
      return presentConfig(saved, callback_url)
    },

    /** In one transaction: what is saved, the attempts it voids and the sessions it ends. */
    async save(change: OidcChange): Promise<OidcConfig> {
      await settings.lock(async tx => {
        await database.alsoLock(tx, 'users')
        await database.alsoLock(tx, 'sign-in-attempts')
        await write(tx, change)
      })
      provider.forget()
      const { saved, client, callback_url, is_complete } = await readConfiguration(database.read)
      // So that the next status knows whether it can be used.
      if (saved.enabled && is_complete) await health.settle(client)
      return presentConfig(saved, callback_url)
    },

    async validate(): Promise<{ status: 'valid'; message: string }> {
      const { client } = await readConfiguration(database.read)
      if (client.issuer === '' || client.client_id === '')
        throw new Refusal('oidc_invalid', { error: INCOMPLETE })
      try {
        await health.read(client)
      } catch (cause) {
        if (!(cause instanceof OidcFault)) throw cause
        throw refusalOf(cause)
      }
      return { status: 'valid', message: VALID }
    },
  }
}

export type OidcConfigService = ReturnType<typeof createOidcConfig>

function assertValid(next: SavedOidc): void {
  const fields = findProblems(next)
  const [first] = Object.values(fields)
  if (first) throw new Refusal('validation', { error: first, fields })
}

function refusalOf(cause: OidcFault): Refusal {
  return cause.kind === 'unreachable'
    ? new Refusal('provider_failed', { error: `${cause.message} ${CHECK_CONNECTION}`, cause })
    : new Refusal('oidc_invalid', { error: `${cause.message} ${CHECK_SETTINGS}`, cause })
}

function externalAddressRequired(): Refusal {
  return new Refusal('external_address_required', {
    error: NO_EXTERNAL_ADDRESS,
    fields: { enabled: NO_EXTERNAL_ADDRESS },
  })
}
