import type { Database } from '#db/database.ts'
import type { RunExclusive } from '#jobs/exclusive.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { type SecretBox, sha256, WrongKey } from '#kit/crypto.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { PushGateway } from '#ports/push-gateway.ts'
import type { Settings } from '#settings/settings.ts'
import type { GatewayKey, GatewayKeys } from './gateway-keys.ts'
import { tokenPurpose } from './push-devices.ts'
import { isRefused } from './push-rules.ts'
import { registeredWith } from './push-settings.ts'
import * as store from './push-store.ts'

export interface GatewaySyncParts {
  database: Database
  settings: Settings
  clock: Clock
  box: SecretBox
  gateway: PushGateway
  gateway_url: string
  keys: GatewayKeys
  /** One at a time in every process: what the gateway holds must not depend on who was faster. */
  takeTurn: RunExclusive
}

const TURN = 'push-gateway'

export interface SyncOptions {
  /** Of this person only; of everybody when absent. */
  user_id?: number
  /** A person waits for it. */
  now?: boolean
  signal?: AbortSignal
}

/** Brings the gateway's devices in line with ours: first those that are gone, so that none of them rings. */
export function createGatewaySync(parts: GatewaySyncParts) {
  const { database, settings, clock, box, gateway, gateway_url, keys, takeTurn } = parts

  /** Tells the keys whether theirs was taken. Throws what the call throws. */
  async function speak<T>(key: GatewayKey, call: () => Promise<T>): Promise<T> {
    try {
      const answer = await call()
      await keys.accepted(key)
      return answer
    } catch (error) {
      if (error instanceof UpstreamFault && error.status === 401) await keys.rejected(key)
      throw error
    }
  }

  async function unregister(key: GatewayKey, token: store.TokenRow, signal?: AbortSignal): Promise<void> {
    await speak(key, () => gateway.unregister(key.api_key, token.device_id, signal))
    await database.transaction(tx => store.deleteGone(tx, token))
  }

  /** Null: sealed with another key. The app brings its token again; until then the others are served. */
  function openToken({ token_box, device_id }: store.TokenRow): string | null {
    try {
      return box.open(token_box, tokenPurpose(device_id))
    } catch (error) {
      if (error instanceof WrongKey) return null
      throw error
    }
  }

  async function register(key: GatewayKey, token: store.TokenRow, signal?: AbortSignal): Promise<void> {
    const { user_id, device_id, platform } = token
    const plain = openToken(token)
    if (plain === null) return
    const device = { user_id, device_id, platform, token: plain }
    try {
      await speak(key, () => gateway.register(key.api_key, device, signal))
    } catch (error) {
      // The token of one device is not the trouble of the others.
      if (error instanceof UpstreamFault && isRefused(error)) return
      throw error
    }
    await database.transaction(tx => store.markRegistered(tx, token, iso(clock.now())))
  }

  /** Another key or another gateway knows none of our devices. */
  async function forgetOthers({ api_key }: GatewayKey): Promise<void> {
    const key_hash = sha256(`${gateway_url} ${api_key}`)
    if ((await settings.read(database.read, registeredWith)).key_hash === key_hash) return
    await settings.lock(async tx => {
      await settings.update(tx, registeredWith, { key_hash })
      await store.forgetRegistrations(tx)
    })
  }

  async function bringInLine(key: GatewayKey, { user_id, signal }: SyncOptions): Promise<void> {
    for (const token of await store.listGone(database.read, user_id)) await unregister(key, token, signal)
    const live = await store.listLive(database.read, user_id === undefined ? undefined : [user_id])
    for (const token of live) if (token.registered_at === null) await register(key, token, signal)
  }

  /** The key to go on with. Throws UpstreamFault, or NotEnrolled while enrolling waits. */
  async function sync(options: SyncOptions): Promise<GatewayKey> {
    const inTurn = async (signal: AbortSignal) => {
      const key = await keys.obtain({ ...options, signal })
      signal.throwIfAborted()
      await forgetOthers(key)
      await bringInLine(key, { ...options, signal })
      return key
    }
    return takeTurn(TURN, inTurn, options.signal)
  }

  return { sync, speak }
}

export type GatewaySync = ReturnType<typeof createGatewaySync>
