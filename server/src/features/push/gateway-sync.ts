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
  /** One at a time across processes: the gateway's devices must not depend on which process was faster. */
  runExclusive: RunExclusive
}

const LOCK_NAME = 'push-gateway'

export interface SyncOptions {
  /** Only this person's; everybody's when absent. */
  user_id?: number
  /** A person is waiting. */
  now?: boolean
  signal?: AbortSignal
}

/** Synchronises the gateway's devices: removed ones first, so that none of them gets an alert. */
export function createGatewaySync(parts: GatewaySyncParts) {
  const { database, settings, clock, box, gateway, gateway_url, keys, runExclusive } = parts

  /** Reports to the key store whether the key was accepted. Rethrows the call's error. */
  async function callWithKey<T>(key: GatewayKey, call: () => Promise<T>): Promise<T> {
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
    await callWithKey(key, () => gateway.unregister(key.api_key, token.device_id, signal))
    await database.transaction(tx => store.deleteGone(tx, token))
  }

  /** Null: sealed with another key. The app will send its token again; the others are served meanwhile. */
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
      await callWithKey(key, () => gateway.register(key.api_key, device, signal))
    } catch (error) {
      // A refused token of one device does not affect the others.
      if (error instanceof UpstreamFault && isRefused(error)) return
      throw error
    }
    await database.transaction(tx => store.markRegistered(tx, token, iso(clock.now())))
  }

  /** Another key or another gateway knows none of the devices. */
  async function forgetOthers({ api_key }: GatewayKey): Promise<void> {
    const key_hash = sha256(`${gateway_url} ${api_key}`)
    if ((await settings.read(database.read, registeredWith)).key_hash === key_hash) return
    await settings.lock(async tx => {
      await settings.update(tx, registeredWith, { key_hash })
      await store.forgetRegistrations(tx)
    })
  }

  async function syncDevices(key: GatewayKey, { user_id, signal }: SyncOptions): Promise<void> {
    for (const token of await store.listGone(database.read, user_id)) await unregister(key, token, signal)
    const live = await store.listLive(database.read, user_id === undefined ? undefined : [user_id])
    for (const token of live) if (token.registered_at === null) await register(key, token, signal)
  }

  /** The key to continue with. Throws UpstreamFault, or NotEnrolled during the backoff. */
  async function sync(options: SyncOptions): Promise<GatewayKey> {
    const work = async (signal: AbortSignal) => {
      const key = await keys.obtain({ ...options, signal })
      signal.throwIfAborted()
      await forgetOthers(key)
      await syncDevices(key, { ...options, signal })
      return key
    }
    return runExclusive(LOCK_NAME, work, options.signal)
  }

  return { sync, callWithKey }
}

export type GatewaySync = ReturnType<typeof createGatewaySync>
