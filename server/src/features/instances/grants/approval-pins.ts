import { type Clock, iso } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import type { OwnerPin, PinAccount } from '#ports/owner-account.ts'

/** 1/I, 2/4.1: a pin is valid for fifteen minutes and kept in memory. */
const LIFE_MS = 15 * MINUTE_MS
/** plex.md: at least three seconds between polls. A few quick ones are let through, as long as the average holds. */
const POLL_WINDOW_MS = 15_000
const POLLS_PER_WINDOW = 5

interface PendingPin<R> {
  pin: OwnerPin
  /** Who alone may check it; null: every admin. */
  user_id: number | null
  ends_at: number
  /** The recent polls of the provider. */
  polled_at: number[]
  /** Shared by everybody who asks at the same time. */
  polling: Promise<R | null> | null
  result: R | null
}

export interface ApprovalPinParts {
  accounts: PinAccount
  clock: Clock
  /** Far more than are under way at once; the oldest is dropped first. */
  max: number
  registerSecret(secret: string): void
}

/**
 * Pins that people approve at the provider. An approval is completed once, and its result is the answer of every later
 * check.
 */
export function createApprovalPins<R extends object>(parts: ApprovalPinParts) {
  const { accounts, clock, max } = parts
  const pins = new Map<string, PendingPin<R>>()

  /** Unknown and expired pins, and those of somebody else, are refused alike (2/4.1). */
  function find(pin_id: string, user_id: number | null): PendingPin<R> {
    const found = pins.get(pin_id)
    if (found && clock.monotonicMs() >= found.ends_at) pins.delete(pin_id)
    else if (found?.user_id === user_id) return found
    throw new Refusal('pin_expired')
  }

  function mayPoll(one: PendingPin<R>): boolean {
    const now = clock.monotonicMs()
    one.polled_at = one.polled_at.filter(at => now - at < POLL_WINDOW_MS)
    if (one.polled_at.length >= POLLS_PER_WINDOW) return false
    one.polled_at.push(now)
    return true
  }

  async function poll(pin_id: string, one: PendingPin<R>, complete: Complete<R>): Promise<R | null> {
    if (!mayPoll(one)) return null
    const found = await accounts.check(one.pin)
    if (found === 'expired') {
      pins.delete(pin_id)
      throw new Refusal('pin_expired')
    }
    if (!found) return null
    parts.registerSecret(found.token)
    one.result = await complete(found.token)
    return one.result
  }

  return {
    async begin(user_id: number | null = null) {
      const pin = await accounts.begin()
      const pin_id = newId('pin')
      const ends_at = clock.monotonicMs() + LIFE_MS
      pins.set(pin_id, { pin, user_id, ends_at, polled_at: [], polling: null, result: null })
      const oldest = pins.keys().next().value
      if (pins.size > max && oldest !== undefined) pins.delete(oldest)
      return { pin_id, code: pin.code, url: pin.url, expires_at: iso(clock.now().getTime() + LIFE_MS) }
    },

    /** Null while nobody approved it. */
    async check(pin_id: string, complete: Complete<R>, user_id: number | null = null): Promise<R | null> {
      const one = find(pin_id, user_id)
      if (one.result) return one.result
      one.polling ??= poll(pin_id, one, complete).finally(() => {
        one.polling = null
      })
      return one.polling
    },

    /** Null: not approved yet. */
    resultOf: (pin_id: string): R | null => find(pin_id, null).result,
  }
}

/** Runs once per approval; when it throws, the next check tries again. */
type Complete<R> = (token: string) => Promise<R>
