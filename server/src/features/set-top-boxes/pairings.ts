import type { SetTopBox } from '@foyer/contract/set-top-boxes'
import type { Database } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso, type Stop } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import type { BoxPairing, BoxPlace, SetTopHelper } from '#ports/set-top-helper.ts'
import { readAdmin } from './box-access.ts'
import { assertSupported, orRefuse } from './helper-refusals.ts'
import { isPin, presentBox } from './set-top-box-rules.ts'
import { type BoxRow, savePairedBox } from './set-top-box-store.ts'

/** 2:4.12. */
const PAIRING_MS = 5 * MINUTE_MS
const MAX_PAIRINGS = 8

export interface PairingParts {
  database: Database
  clock: Clock
  box: SecretBox
  helper: SetTopHelper
  registerSecret(secret: string): void
  /** Calls `end` when the session of the caller has ended. */
  watchDevice(caller: Caller, end: () => void): Stop
}

type NewBox = BoxPlace & { name: string }

interface Pairing {
  id: string
  caller: Caller
  device: NewBox
  /** Absent until the box shows its PIN. */
  helper?: BoxPairing
  is_finishing: boolean
  stops: Stop[]
}

/** The credentials of a box cannot be moved to another one. */
export function credentialsPurpose({ identifier }: Pick<BoxPlace, 'identifier'>): string {
  return `set-top box ${identifier}`
}

/**
 * Pairings under way: a live helper process each, so they live and die with this process (2/4.12). Each belongs to the
 * session that began it; for all others it does not exist.
 */
export function createPairings(parts: PairingParts) {
  const { database, clock, helper } = parts
  const pairings = new Map<string, Pairing>()

  function end(pairing: Pairing): void {
    pairings.delete(pairing.id)
    for (const stop of pairing.stops.splice(0)) stop()
    pairing.helper?.end()
  }

  function reserve(caller: Caller, device: NewBox): Pairing {
    if (pairings.size >= MAX_PAIRINGS) throw new Refusal('busy')
    const pairing: Pairing = { id: newId('pairing'), caller, device, is_finishing: false, stops: [] }
    pairings.set(pairing.id, pairing)
    return pairing
  }

  /** Everything that ends it without a word from its page. */
  function watch(pairing: Pairing, running: BoxPairing): Date {
    const endIt = () => end(pairing)
    pairing.stops.push(clock.after(PAIRING_MS, endIt), parts.watchDevice(pairing.caller, endIt))
    pairing.helper = running
    void running.ended.then(() => !pairing.is_finishing && endIt())
    return new Date(clock.now().getTime() + PAIRING_MS)
  }

  function find(caller: Caller, id: string): Pairing {
    const pairing = pairings.get(id)
    const isOwn = pairing?.caller.device_id === caller.device_id && pairing.caller.user_id === caller.user_id
    if (!pairing || !isOwn) throw new Refusal('pairing_expired')
    return pairing
  }

  async function begin(caller: Caller, device: NewBox) {
    await assertSupported(helper)
    const pairing = reserve(caller, device)
    try {
      const running = await orRefuse(helper.beginPairing(device))
      const expires_at = watch(pairing, running)
      await readAdmin(database.read, caller)
      return { id: pairing.id, state: 'pin_required' as const, device, expires_at: iso(expires_at) }
    } catch (error) {
      end(pairing)
      throw error
    }
  }

  /** Whatever the helper answers, the ceremony is over: a box shows a new PIN for each attempt (appletv.md). */
  async function finish(pairing: Pairing, running: BoxPairing, pin: string): Promise<string> {
    pairing.is_finishing = true
    try {
      return await orRefuse(running.finish(pin))
    } catch (error) {
      // It was cancelled, or ran out of its five minutes, while the box was thinking.
      throw pairings.has(pairing.id) ? error : new Refusal('pairing_expired')
    }
  }

  async function complete(caller: Caller, id: string, pin: string): Promise<SetTopBox> {
    if (!isPin(pin)) throw new Refusal('invalid_pin')
    const pairing = find(caller, id)
    if (!pairing.helper) throw new Refusal('pairing_expired')
    if (pairing.is_finishing) throw new Refusal('busy')
    try {
      const credentials = await finish(pairing, pairing.helper, pin)
      parts.registerSecret(credentials)
      const saved = await save(pairing, credentials)
      return presentBox(saved, 'admin')
    } finally {
      end(pairing)
    }
  }

  function save(pairing: Pairing, credentials: string): Promise<BoxRow> {
    const { caller, device } = pairing
    const credentials_box = parts.box.seal(credentials, credentialsPurpose(device))
    return database.withWriteLock('set-top-boxes', async tx => {
      await readAdmin(tx, caller)
      // Cancelled after the box had answered.
      if (!pairings.has(pairing.id)) throw new Refusal('pairing_expired')
      return savePairedBox(tx, { id: newId('box'), ...device, credentials_box }, iso(clock.now()))
    })
  }

  return {
    begin,
    complete,
    cancel(caller: Caller, id: string): void {
      end(find(caller, id))
    },
    /** Those of these people who are not admins any more lose theirs. */
    endDemoted(live: ReadonlyMap<string, Caller>): void {
      for (const pairing of pairings.values()) {
        const now = live.get(pairing.caller.device_id)
        if (now && now.role !== 'admin') end(pairing)
      }
    },
    endAll(): void {
      for (const pairing of pairings.values()) end(pairing)
    },
  }
}

export type Pairings = ReturnType<typeof createPairings>
