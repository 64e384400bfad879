import type { Clock } from '#kit/clock.ts'
import { sha256 } from '#kit/crypto.ts'
import { Refusal } from '#kit/refusal.ts'
import { usernameKey } from './session-rules.ts'

/** C71 */
const ATTEMPTS = 50
const WINDOW_MS = 60 * 60_000
/** From so many tries on, a name is counted among those that are attacked. */
const MANY = 10
/** Of each kind; far above any household. A flood of invented names must not fill the memory. */
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
 * like any other, and an attempt takes its place before it is judged, so that many at once do not get around it.
 */
export function createSignInThrottle(clock: Clock, { max_names = MAX_NAMES } = {}): SignInThrottle {
  const names = createTriedNames(max_names)

  return {
    begin(username) {
      const key = sha256(usernameKey(username))
      const now = clock.monotonicMs()
      const known = names.find(key)
      const at = known?.at.filter(time => time > now - WINDOW_MS) ?? []
      const tries = { at, is_reported: at.length > 0 && known?.is_reported === true }
      const [oldest] = at
      const isClosed = oldest !== undefined && at.length >= ATTEMPTS
      if (!isClosed) at.push(now)
      names.remember(key, tries)
      if (isClosed) {
        const seconds = Math.min(3600, Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000)))
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
          if (!current || current.at.length < ATTEMPTS || current.is_reported) return false
          current.is_reported = true
          return true
        },
      }
    },
  }
}

/**
 * Names with few tries, with many, and closed ones, each kind bounded by itself: a name of one kind can only be pushed
 * out by as many others that were tried as often. Within a kind the one tried longest ago goes, so that a new name is
 * always counted. A name may be as long as a body, its digest never is.
 */
function createTriedNames(max_names: number) {
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
      const kind = count >= ATTEMPTS ? closed : count >= MANY ? many : few
      kind.set(key, tries)
      if (kind.size > max_names) kind.delete(kind.keys().next().value ?? '')
    },
  }
}
