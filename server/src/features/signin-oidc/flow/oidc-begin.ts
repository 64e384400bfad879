import type { ToolAuthorization } from '@foyer/contract/sign-in/sign-in-flow'
import type { Database } from '#db/database.ts'
import { findInvite } from '#features/connect-links/index.ts'
import type { ToolClients } from '#features/sign-in/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { sha256 } from '#kit/crypto.ts'
import { Refusal } from '#kit/refusal.ts'
import type { OidcAttempts, Purpose } from '../oidc-attempts.ts'
import type { ReadOidcConfiguration } from '../oidc-configuration.ts'
import { assertEnabled } from './assert-usable.ts'

export interface BeginSignIn {
  client: 'web' | 'mobile'
  challenge: string
  invitation?: string | undefined
  device_name?: string | undefined
  hardware_id?: string | undefined
}

/** The first step: the client learns a flow and where the browser begins. The provider is not asked yet. */
export function createOidcBegin(deps: {
  database: Database
  clock: Clock
  attempts: OidcAttempts
  readConfiguration: ReadOidcConfiguration
  tool_clients: ToolClients
}) {
  const { database, clock, attempts, readConfiguration, tool_clients } = deps

  async function begin(challenge: string, purpose: Purpose) {
    const { flow, expires_at } = await attempts.begin({ challenge, purpose, stage: { at: 'begun' } })
    return { start_url: `/api/auth/oidc/start?${new URLSearchParams({ flow }).toString()}`, flow, expires_at }
  }

  const readEnabled = async () => assertEnabled(await readConfiguration(database.read))
  const initiator = ({ user_id, device_id }: Caller) => ({ user_id, device_id })

  return {
    async signIn({ client, challenge, invitation, device_name, hardware_id }: BeginSignIn) {
      await readEnabled()
      const token_hash = invitation === undefined ? undefined : sha256(invitation)
      if (token_hash !== undefined && !(await findInvite(database.read, token_hash, iso(clock.now()))))
        throw new Refusal('invalid_connect_token')
      return begin(challenge, {
        type: 'sign_in',
        client,
        ...(device_name !== undefined && { device_name }),
        ...(hardware_id !== undefined && { hardware_id }),
        ...(token_hash !== undefined && { invitation: token_hash }),
      })
    },

    async link(caller: Caller, challenge: string) {
      await readEnabled()
      return begin(challenge, { type: 'link', by: initiator(caller) })
    },

    /** Works before it is enabled: a passed test may be needed to enable more (2/4.4). */
    async test(caller: Caller, challenge: string) {
      const { is_complete } = await readConfiguration(database.read)
      if (!is_complete)
        throw new Refusal('oidc_invalid', {
          error: 'Save the issuer, the client ID and the external address first.',
        })
      return begin(challenge, { type: 'test', by: initiator(caller) })
    },

    async toolClient(challenge: string, oauth: ToolAuthorization, origin: string) {
      await readEnabled()
      await tool_clients.validate(oauth, origin)
      return begin(challenge, { type: 'mcp', oauth })
    },
  }
}

export type OidcBegin = ReturnType<typeof createOidcBegin>
