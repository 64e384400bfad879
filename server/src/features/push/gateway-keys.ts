import type { Database, Db, Tx } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { PushGateway } from '#ports/push-gateway.ts'
import type { Settings } from '#settings/settings.ts'
import { enrolDelayMs } from './push-rules.ts'
import { enrolledKey, enrolmentTries } from './push-settings.ts'

export interface GatewayKey {
  api_key: string
  /** From the environment; never discarded (1/4.14). */
  is_configured: boolean
}

/** Enrolling failed recently and is not tried again before this time. */
export class NotEnrolled extends Error {
  readonly next_at: Date

  constructor(next_at: Date) {
    super('The push gateway has not issued a key for Foyer yet.')
    this.name = 'NotEnrolled'
    this.next_at = next_at
  }
}

export interface GatewayKeyParts {
  database: Database
  settings: Settings
  clock: Clock
  gateway: PushGateway
  gateway_url: string
  /** The key from the environment, if there is one. */
  api_key: string | undefined
  registerSecret(secret: string): void
  /** In the transaction that discards a key: a new one is needed. */
  discarded(tx: Tx): Promise<void>
}

/** The key for the gateway: a configured one, a stored one, or one enrolled now. */
export function createGatewayKeys(parts: GatewayKeyParts) {
  const { database, settings, clock, gateway, gateway_url } = parts

  async function current(db: Db): Promise<GatewayKey | null> {
    if (parts.api_key !== undefined) return { api_key: parts.api_key, is_configured: true }
    const saved = await settings.read(db, enrolledKey)
    // A key is only sent to the gateway that issued it.
    if (saved.api_key === '' || saved.gateway_url !== gateway_url) return null
    parts.registerSecret(saved.api_key)
    return { api_key: saved.api_key, is_configured: false }
  }

  async function noteFailure(after_ms?: number): Promise<void> {
    await settings.lock(async tx => {
      const failures = (await settings.read(tx, enrolmentTries)).failures + 1
      const next_at = iso(clock.now().getTime() + enrolDelayMs(failures, after_ms))
      await settings.update(tx, enrolmentTries, { failures, next_at })
    })
  }

  async function enrol(signal?: AbortSignal): Promise<GatewayKey> {
    try {
      const issued = await gateway.enrol(signal)
      parts.registerSecret(issued.api_key)
      await settings.lock(async tx => {
        await settings.update(tx, enrolledKey, { ...issued, gateway_url, is_proven: false })
        await settings.update(tx, enrolmentTries, { next_at: null })
      })
      return { api_key: issued.api_key, is_configured: false }
    } catch (error) {
      if (error instanceof UpstreamFault) await noteFailure(error.retry_after_ms)
      throw error
    }
  }

  return {
    current,

    /** Call it exclusively. `now`: a person is waiting, so the backoff is ignored. */
    async obtain({ now, signal }: { now?: boolean; signal?: AbortSignal }): Promise<GatewayKey> {
      const key = await current(database.read)
      if (key) return key
      const { next_at } = await settings.read(database.read, enrolmentTries)
      const isEarly = next_at !== null && Date.parse(next_at) > clock.now().getTime()
      if (isEarly && !now) throw new NotEnrolled(new Date(next_at))
      return enrol(signal)
    },

    /** The key worked: a later refusal means that it was revoked. */
    async accepted({ api_key, is_configured }: GatewayKey): Promise<void> {
      if (is_configured) return
      const known = await settings.read(database.read, enrolledKey)
      if (known.is_proven || known.api_key !== api_key) return
      await settings.lock(async tx => {
        if ((await settings.read(tx, enrolledKey)).api_key !== api_key) return
        await settings.update(tx, enrolledKey, { is_proven: true })
        await settings.update(tx, enrolmentTries, { failures: 0, next_at: null })
      })
    },

    /**
     * A 401 discards an enrolled key, never a configured one (1/4.14). A key that never worked counts as a failed
     * enrolment, so that a gateway which refuses its own keys does not cause a loop.
     */
    async rejected({ api_key, is_configured }: GatewayKey): Promise<void> {
      if (is_configured) return
      const wasProven = await settings.lock(async tx => {
        const known = await settings.read(tx, enrolledKey)
        if (known.api_key !== api_key) return true
        await settings.remove(tx, enrolledKey)
        await parts.discarded(tx)
        return known.is_proven
      })
      if (!wasProven) await noteFailure()
    },
  }
}

export type GatewayKeys = ReturnType<typeof createGatewayKeys>
