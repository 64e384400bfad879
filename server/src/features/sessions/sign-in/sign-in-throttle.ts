import type { Clock } from '#kit/clock.ts'
import { sha256 } from '#kit/crypto.ts'
import { HOUR_MS } from '#kit/durations.ts'
import { Refusal } from '#kit/refusal.ts'
import { usernameKey } from '../session-rules.ts'

export interface ThrottleLimits {
  /** How many attempts may fail for one name. */
  attempts: number
  window_ms: number
  /** From this many attempts on, a name counts as under attack. */
  many: number
  /** Per kind; far more than any household needs. A flood of invented names must not fill the memory. */
  max_names: number
  /** Names with the same key are one. */
  keyOf: (name: string) => string
}

/** C71 */
const PASSWORD_LIMITS: ThrottleLimits = {
  attempts: 50,
  window_ms: HOUR_MS,
  many: 10,
  max_names: 10_000,
  keyOf: usernameKey,
}

interface Tries {
  /** The start times of attempts that failed or are still running, oldest first. */
  at: number[]
  is_reported: boolean
}

/** One password attempt. */
interface Attempt {
  /** The password was right: earlier attempts are cleared. */
  succeeded(): void
  /** The result is unknown, so the attempt does not count. */
  abandoned(): void
  /** The password was wrong. True when this closes the name; only once until the name was quiet for the window. */
  failed(): boolean
}

export interface SignInThrottle {
  /** Takes one of the attempts for that name, or throws 429. */
  begin(username: string): Attempt
}

/**
 * C71: counts password attempts per name over all addresses, in memory, per process. Unknown names count like any
 * other, and an attempt is counted before it is judged, so that parallel attempts cannot get around the limit.
 */
export function createSignInThrottle(clock: Clock, limits: Partial<ThrottleLimits> = {}): SignInThrottle {
  const { attempts, window_ms, keyOf, ...sizes } = { ...PASSWORD_LIMITS, ...limits }
  const names = createTriedNames({ attempts, ...sizes })

  return {
    begin(username) {
      const key = sha256(keyOf(username))
      const now = clock.monotonicMs()
      const known = names.find(key)
      const at = known?.at.filter(time => time > now - window_ms) ?? []
      const tries = { at, is_reported: at.length > 0 && known?.is_reported === true }
      const [oldest] = at
      const isClosed = oldest !== undefined && at.length >= attempts
      if (!isClosed) at.push(now)
      names.remember(key, tries)
      if (isClosed) {
        const seconds = Math.max(1, Math.ceil((oldest + window_ms - now) / 1000))
        throw new Refusal('rate_limited', { headers: { 'retry-after': String(seconds) } })
      }
      return {
        succeeded: () => names.forget(key),
        abandoned() {
          const current = names.find(key)
          const place = current?.at.lastIndexOf(now) ?? -1
          if (!current || place < 0) return
          current.at.splice(place, 1)
          names.remember(key, current)
        },
        failed() {
          const current = names.find(key)
          if (!current || current.at.length < attempts || current.is_reported) return false
          current.is_reported = true
          return true
        },
      }
    },
  }
}

/**
 * Names with few attempts, with many, and closed ones; each kind is bounded separately, so that a name can only be
 * evicted by others of the same kind. Within a kind the least recently tried name is evicted, so that a new name is
 * always counted. Stored as digests, because a name may be as long as a request body.
 */
function createTriedNames({
  attempts,
  many: suspicious,
  max_names,
}: Omit<ThrottleLimits, 'window_ms' | 'keyOf'>) {
  const few = new Map<string, Tries>()
  const many = new Map<string, Tries>()
  const closed = new Map<string, Tries>()

  function forget(key: string): void {
    for (const kind of [few, many, closed]) kind.delete(key)
  }

  return {
    find: (key: string): Tries | undefined => few.get(key) ?? many.get(key) ?? closed.get(key),
    forget,
    remember(key: string, tries: Tries): void {
      forget(key)
      const count = tries.at.length
      if (count === 0) return
      const kind = count >= attempts ? closed : count >= suspicious ? many : few
      kind.set(key, tries)
      if (kind.size > max_names) kind.delete(kind.keys().next().value ?? '')
    },
  }
}
