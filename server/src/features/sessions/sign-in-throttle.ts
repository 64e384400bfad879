import type { Clock } from '#kit/clock.ts'
import { sha256 } from '#kit/crypto.ts'
import { Refusal } from '#kit/refusal.ts'
import { usernameKey } from './session-rules.ts'

/** C71 */
const ATTEMPTS = 50
const WINDOW_MS = 60 * 60_000
/** Far above any household; a flood of invented names must not fill the memory. */
const MAX_NAMES = 10_000

interface Tries {
  /** When each began that failed or has not ended yet, the oldest first. */
  at: number[]
  is_reported: boolean
}

/** One password that is being tried. */
interface Attempt {
  /** It was right: everything before it is forgotten. */
  succeeded(): void
  /** Nobody can tell whether it was right, so it counts for nothing. */
  abandoned(): void
  /** It was wrong; true when it is the one that closes the name, once until the name was quiet for an hour. */
  failed(): boolean
}

export interface SignInThrottle {
  /** Takes a place among the fifty of that name and hour, or throws 429. */
  begin(username: string): Attempt
}

/**
 * C71: passwords tried for one name over all addresses, in memory, per process. A name that nobody has counts
 * like any other, and an attempt takes its place before it is judged, so that many at once are no way around.
 */
export function createSignInThrottle(clock: Clock): SignInThrottle {
  /** In the order of the last attempt. A name may be as long as a body, its digest never is. */
  const names = new Map<string, Tries>()

  function recent(key: string, now: number): Tries {
    const known = names.get(key)
    const at = known?.at.filter(time => time > now - WINDOW_MS) ?? []
    names.delete(key)
    const tries = { at, is_reported: at.length > 0 && known?.is_reported === true }
    names.set(key, tries)
    if (names.size > MAX_NAMES) names.delete(names.keys().next().value ?? '')
    return tries
  }

  return {
    begin(username) {
      const key = sha256(usernameKey(username))
      const now = clock.monotonicMs()
      const tries = recent(key, now)
      const [oldest] = tries.at
      if (oldest !== undefined && tries.at.length >= ATTEMPTS) {
        const seconds = Math.min(3600, Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000)))
        throw new Refusal('rate_limited', { headers: { 'retry-after': String(seconds) } })
      }
      tries.at.push(now)
      return {
        succeeded: () => void names.delete(key),
        abandoned() {
          const place = names.get(key)?.at.lastIndexOf(now) ?? -1
          if (place >= 0) names.get(key)?.at.splice(place, 1)
        },
        failed() {
          const current = names.get(key)
          if (!current || current.at.length < ATTEMPTS || current.is_reported) return false
          current.is_reported = true
          return true
        },
      }
    },
  }
}
