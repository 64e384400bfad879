import { TOOL_SCOPE, ToolTokens } from '@foyer/contract/tool-access/oauth-server'
import type { Database, Tx } from '#db/database.ts'
import { deleteDevice, touchDevice } from '#features/sessions/index.ts'
import { provesChallenge } from '#features/sign-in/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { type SecretBox, sha256 } from '#kit/crypto.ts'
import { DAY_MS } from '#kit/durations.ts'
import { ConstraintViolation, fromStorage } from '#kit/storage-fault.ts'
import { assertResource } from '../authorize/authorization-rules.ts'
import { findClient, markClientUsed } from '../clients/client-store.ts'
import { CODE_MS, type Code, type Consents } from '../authorize/consents.ts'
import * as store from './grant-store.ts'
import { OauthError } from '../oauth-error.ts'
import type { ToolAddresses } from './tool-access.ts'
import { ACCESS_SECONDS, type ToolTokenMaker } from './tool-tokens.ts'

/** 2/4.5 */
const REFRESH_MS = 365 * DAY_MS
const RETRY_MS = 30_000
const SEALED_AS = 'tool tokens'

export interface CodeExchange {
  code: string
  client_id: string
  redirect_uri: string
  code_verifier: string
  resource: string | undefined
}

export interface Refresh {
  refresh_token: string
  client_id: string
  resource: string | undefined
}

/** The grants of tool clients: each is a device of its person, and its tokens follow one another (2/4.5). */
export function createGrants(deps: {
  database: Database
  clock: Clock
  box: SecretBox
  tokens: ToolTokenMaker
  consents: Consents
  /** Called when devices were signed out, so that data tied to them is removed. */
  devicesEnded: (tx: Tx) => Promise<void>
}) {
  const { database, clock, box, tokens, consents, devicesEnded } = deps
  const now = () => clock.now().getTime()

  async function assertClient(client_id: string): Promise<void> {
    if (!(await findClient(database.read, client_id)))
      throw new OauthError('invalid_client', 'This client is not registered here.')
  }

  async function end(tx: Tx, device_id: string): Promise<void> {
    await deleteDevice(tx, device_id)
    await devicesEnded(tx)
  }

  async function mint(grant: { user_id: number; device_id: string; client_id: string; resource: string }) {
    const { resource: audience, ...named } = grant
    return {
      access_token: await tokens.mint({ ...named, audience }),
      token_type: 'Bearer',
      expires_in: ACCESS_SECONDS,
      refresh_token: tokens.mintRefresh(grant.device_id),
      scope: TOOL_SCOPE,
    } satisfies ToolTokens
  }

  /** Consents whose code was not exchanged in time leave no device behind. */
  async function forgetUnopened(tx: Tx): Promise<void> {
    if ((await store.deleteUnopenedDevices(tx, iso(now() - CODE_MS))) > 0) await devicesEnded(tx)
  }

  function assertExchange(code: Code, given: CodeExchange, mcp_url: string): void {
    const isItsClient = code.client_id === given.client_id && code.redirect_uri === given.redirect_uri
    if (!isItsClient || !provesChallenge(code.code_challenge, given.code_verifier)) throw invalidGrant()
    assertResource(given.resource, code.resource)
    // Without a configured issuer, the addresses are those of the request.
    if (code.resource !== mcp_url) throw invalidGrant()
  }

  /** Null when the code is unknown or was used. One that was used ends what it opened (RFC 6749 §4.1.2). */
  async function openGrant(tx: Tx, given: CodeExchange, mcp_url: string): Promise<ToolTokens | null> {
    const found = await consents.findCode(tx, given.code)
    if (!found) {
      const opened = await store.findGrantByCode(tx, sha256(given.code))
      if (opened) await end(tx, opened.device_id)
      return null
    }
    const { code_hash, data } = found
    assertExchange(data, given, mcp_url)
    const user_id = await store.findToolOwner(tx, data.device_id)
    if (user_id === undefined || !(await consents.useUpCode(tx, code_hash))) return null
    const { device_id, client_id, resource } = data
    const minted = await mint({ user_id, device_id, client_id, resource })
    await store.insertGrant(tx, {
      device_id,
      client_id,
      resource,
      code_hash,
      refresh_hash: sha256(minted.refresh_token),
      refresh_expires_at: iso(now() + REFRESH_MS),
      previous_hash: null,
      rotated_at: null,
      latest_tokens: null,
    })
    await markClientUsed(tx, client_id, iso(now()))
    await forgetUnopened(tx)
    return minted
  }

  /** The pair of a retry that missed the first answer; undefined for a replay. */
  function retried(grant: store.GrantRow, given: Refresh): ToolTokens | undefined {
    const { previous_hash, rotated_at, latest_tokens } = grant
    const isRetry = previous_hash === sha256(given.refresh_token) && grant.client_id === given.client_id
    if (!isRetry || rotated_at === null || latest_tokens === null) return undefined
    if (now() - Date.parse(rotated_at) > RETRY_MS) return undefined
    return fromStorage(() => ToolTokens.parse(JSON.parse(box.open(latest_tokens, SEALED_AS))))
  }

  /** Null when the grant is gone, or ended right now because the token was replayed or is too old. */
  async function rotate(
    tx: Tx,
    device_id: string,
    given: Refresh,
    mcp_url: string,
  ): Promise<ToolTokens | null> {
    const grant = await store.findGrant(tx, device_id)
    const user_id = await store.findToolOwner(tx, device_id)
    if (!grant || user_id === undefined) return null
    const hash = sha256(given.refresh_token)
    if (hash !== grant.refresh_hash) {
      const answered = retried(grant, given)
      if (answered) assertResource(given.resource, grant.resource)
      else await end(tx, device_id)
      return answered ?? null
    }
    // A guess with the name of another client must not end the grant of the right one.
    if (grant.client_id !== given.client_id) return null
    if (Date.parse(grant.refresh_expires_at) <= now()) {
      await end(tx, device_id)
      return null
    }
    assertResource(given.resource, grant.resource)
    if (grant.resource !== mcp_url) return null
    const minted = await mint({ ...grant, user_id })
    const saved = await store.rotateGrant(tx, device_id, {
      refresh_hash: sha256(minted.refresh_token),
      refresh_expires_at: iso(now() + REFRESH_MS),
      previous_hash: hash,
      rotated_at: iso(now()),
      latest_tokens: box.seal(JSON.stringify(minted), SEALED_AS),
    })
    await touchDevice(tx, device_id, iso(now()))
    await markClientUsed(tx, grant.client_id, iso(now()))
    return saved ? minted : null
  }

  return {
    async exchange(given: CodeExchange, { mcp_url }: ToolAddresses): Promise<ToolTokens> {
      await assertClient(given.client_id)
      const opened = await database
        .withWriteLock('tool-clients', tx => openGrant(tx, given, mcp_url))
        .catch(nullIfEnded)
      if (!opened) throw invalidGrant()
      return opened
    },

    /** The lock makes one rotation of two concurrent calls; the other gets the same pair. */
    async refresh(given: Refresh, { mcp_url }: ToolAddresses): Promise<ToolTokens> {
      await assertClient(given.client_id)
      const device_id = tokens.readRefresh(given.refresh_token)
      const rotated =
        device_id === null
          ? null
          : await database.withWriteLock('tool-clients', tx => rotate(tx, device_id, given, mcp_url))
      if (!rotated) throw invalidGrant()
      return rotated
    },

    /** RFC 7009: either token ends the whole grant. An unknown token is none, which is what was wanted. */
    async revoke({ token, client_id }: { token: string; client_id: string }): Promise<void> {
      await assertClient(client_id)
      const device_id = tokens.readRefresh(token) ?? (await tokens.read(token))?.device_id
      if (device_id === undefined) return
      await database.withWriteLock('tool-clients', async tx => {
        const grant = await store.findGrant(tx, device_id)
        if (!grant) return
        if (grant.client_id !== client_id)
          throw new OauthError('invalid_grant', 'The token belongs to another client.')
        await end(tx, device_id)
      })
    },

    /** Removes expired grants, and devices of consents whose code was not exchanged. */
    async forgetEnded(tx: Tx): Promise<void> {
      await forgetUnopened(tx)
      if ((await store.deleteExpiredGrants(tx, iso(now()))) > 0) await devicesEnded(tx)
    },
  }
}

export type Grants = ReturnType<typeof createGrants>

/** One sentence for everything that may be wrong with it. */
function invalidGrant(): OauthError {
  return new OauthError('invalid_grant', 'The code or token is unknown, used, expired or for another client.')
}

/** The device was ended by another transaction in this very moment. */
function nullIfEnded(error: unknown): null {
  if (error instanceof ConstraintViolation && error.kind === 'foreign_key') return null
  throw error
}
