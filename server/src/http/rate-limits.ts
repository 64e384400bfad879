import { isIPv6 } from 'node:net'
import type { RateGroup } from '@foyer/contract/route'
import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { Refusal } from '#kit/refusal.ts'

const WINDOW_MS = MINUTE_MS
/** Per group; far more than any household needs. A flood of invented addresses must not fill the memory. */
const MAX_KEYS = 10_000

/** 0.5, C64: slots per minute, keyed by the caller's address or the signed-in user. */
export const RATE_GROUPS: Record<RateGroup, { limit: number; by: 'ip' | 'user' | 'slice' }> = {
  sign_in: { limit: 10, by: 'ip' },
  refresh: { limit: 10, by: 'slice' },
  account: { limit: 10, by: 'user' },
  media_server: { limit: 120, by: 'user' },
  invite_check: { limit: 120, by: 'ip' },
  oauth: { limit: 10, by: 'ip' },
  ai_device: { limit: 10, by: 'ip' },
  set_top_box: { limit: 60, by: 'ip' },
  chat_test: { limit: 3, by: 'ip' },
  webhook: { limit: 30, by: 'slice' },
  destination_test: { limit: 3, by: 'user' },
  email_test: { limit: 3, by: 'user' },
}

export interface RateLimits {
  /** Takes a slot, or throws 429 with the seconds until one is free. A refused attempt takes none. */
  take(group: RateGroup, key: string): void
  /** The same check without taking a slot. */
  isFull(group: RateGroup, key: string): boolean
}

/** Sliding 60-second windows, in memory, per process (0.5). */
export function createRateLimits(clock: Clock): RateLimits {
  /** Each group separately: inventing keys of one, such as refresh tokens, must not evict another's. */
  const groups = new Map<RateGroup, Map<string, number[]>>()

  function takenIn(group: RateGroup): Map<string, number[]> {
    const taken = groups.get(group) ?? new Map<string, number[]>()
    groups.set(group, taken)
    return taken
  }

  /** The times still inside the window; re-inserting keeps the map ordered by last use. */
  function recent(taken: Map<string, number[]>, key: string, now: number): number[] {
    const times = (taken.get(key) ?? []).filter(time => time > now - WINDOW_MS)
    taken.delete(key)
    if (times.length > 0) taken.set(key, times)
    return times
  }

  return {
    take(group, key) {
      const taken = takenIn(group)
      const now = clock.monotonicMs()
      const times = recent(taken, key, now)
      const oldest = times[0]
      if (oldest !== undefined && times.length >= RATE_GROUPS[group].limit) {
        const seconds = Math.min(60, Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000)))
        throw new Refusal('rate_limited', { headers: { 'retry-after': String(seconds) } })
      }
      times.push(now)
      taken.set(key, times)
      if (taken.size > MAX_KEYS) taken.delete(taken.keys().next().value ?? '')
    },
    isFull: (group, key) =>
      recent(takenIn(group), key, clock.monotonicMs()).length >= RATE_GROUPS[group].limit,
  }
}

/** Some proxies forward `203.0.113.9:4711` or `[2001:db8::1]:4711`. */
const WITH_PORT = /^(\d+\.\d+\.\d+\.\d+|\[[^\]]*\])(?::\d+)?$/

/** One household, one key: an IPv6 address counts by its /64, a mapped IPv4 address as IPv4 (0.5). */
export function addressKey(address: string): string {
  const host = (WITH_PORT.exec(address)?.[1] ?? address).replace(/^\[|\]$/g, '')
  const plain = host.split('%')[0] ?? ''
  if (!isIPv6(plain)) return plain
  const numbers = numbersOf(plain)
  return mappedIPv4(numbers) ?? numbers.slice(0, 4).map(hex).join(':')
}

const hex = (number: number) => number.toString(16)
const isMappedHead = (numbers: readonly number[]) =>
  numbers.every((number, i) => number === (i < 5 ? 0 : 0xffff))

/** RFC 4291, 2.5.5.2: `::ffff:203.0.113.9`, which may also be written `::ffff:cb00:7109`. Null for all others. */
function mappedIPv4(numbers: readonly number[]): string | null {
  if (!isMappedHead(numbers.slice(0, 6))) return null
  return numbers
    .slice(6)
    .flatMap(number => [number >> 8, number & 0xff])
    .join('.')
}

/** The eight numbers of a valid IPv6 address. */
function numbersOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const before = partsOf(head)
  const after = partsOf(tail ?? '')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0)
  return [...before, ...zeros, ...after]
}

/** A trailing IPv4 address stands for two numbers. */
function partsOf(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap(part => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}
