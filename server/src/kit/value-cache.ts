import { LRUCache } from 'lru-cache'
import type { Clock } from '#kit/clock.ts'
import { createFlights, type Fill } from '#kit/flights.ts'
import { type CacheStats, registerCache } from '#kit/named-caches.ts'

interface KeepOptions {
  /** How long the value may be served; 0 shares the fill but keeps nothing. */
  ttl_ms: number
  /** Names under which the value can be invalidated together with others. */
  tags?: readonly string[]
  /** Lets this caller leave; the fill continues while others wait for it. */
  signal?: AbortSignal
}

/**
 * Guarantees for every caller: no value older than its TTL; no value whose fill started before an invalidation that
 * precedes the call; at most one fill at a time per valid key; errors are not cached.
 */
export interface ValueCache<V> {
  /** The value held now, without waiting and without filling. */
  getNow(key: string): V | undefined
  /** The value held, or the one filled now. Rejects with the fill's error, or the signal's reason. */
  get(key: string, keep: KeepOptions, fill: Fill<V>): Promise<V>
  /** Measures a held value again after it grew; it may be evicted as a result. */
  remeasure(key: string, value: V): void
  /** Like `getNow`, but leaves recency and statistics alone. */
  peek(key: string): V | undefined
  /** Whether the key holds this exact value now. */
  isHeld(key: string, value: V): boolean
  invalidateKey(key: string): void
  invalidateTag(tag: string): void
  invalidateAll(): void
  stats(): CacheStats
}

export interface ValueCacheOptions<V> {
  /** What admins see and clear it by. Absent where the values cannot be had again by another read. */
  name?: string
  max_bytes: number
  max_entries?: number
  clock: Clock
  /** The approximate memory a value keeps alive. */
  size_of: (value: V) => number
}

interface Entry<V> {
  value: V
  expires_at: number
  tags: readonly string[]
}

/** The cost of an entry beside its value: key, record and map slots. */
const ENTRY_OVERHEAD_BYTES = 200

/** A cache of values bounded by bytes, with shared misses. */
export function createValueCache<V>({
  name,
  max_bytes,
  max_entries,
  clock,
  size_of,
}: ValueCacheOptions<V>): ValueCache<V> {
  const held = new LRUCache<string, Entry<V>>({
    maxSize: max_bytes,
    ...(max_entries !== undefined && { max: max_entries }),
    sizeCalculation: (entry, key) => size_of(entry.value) + key.length * 2 + ENTRY_OVERHEAD_BYTES,
  })
  const flights = createFlights<V>()
  const counted = { hits: 0, misses: 0, fills: 0 }
  const nowMs = () => clock.monotonicMs()

  function live(key: string, entry: Entry<V> | undefined): V | undefined {
    if (!entry) return undefined
    if (nowMs() < entry.expires_at) return entry.value
    held.delete(key)
    return undefined
  }

  function getNow(key: string): V | undefined {
    const value = live(key, held.get(key))
    if (value !== undefined) counted.hits++
    return value
  }

  function get(key: string, { ttl_ms, tags = [], signal }: KeepOptions, fill: Fill<V>): Promise<V> {
    const value = getNow(key)
    if (value !== undefined) return Promise.resolve(value)
    counted.misses++
    const store = (filled: V) => {
      if (ttl_ms > 0) held.set(key, { value: filled, expires_at: nowMs() + ttl_ms, tags })
    }
    const counting: Fill<V> = signal => {
      counted.fills++
      return fill(signal)
    }
    return flights.join({ key, tags, signal, fill: counting, store })
  }

  const peek = (key: string) => live(key, held.peek(key))

  const cache: ValueCache<V> = {
    getNow,
    get,
    remeasure(key, value) {
      const entry = held.peek(key)
      // A new record, because lru-cache only measures a changed value.
      if (entry?.value === value) held.set(key, { ...entry })
    },
    peek,
    isHeld: (key, value) => peek(key) === value,
    invalidateKey(key) {
      held.delete(key)
      flights.abandon(flight => flight.key === key)
    },
    invalidateTag(tag) {
      const keys = [...held.entries()].filter(([, entry]) => entry.tags.includes(tag)).map(([key]) => key)
      for (const key of keys) held.delete(key)
      flights.abandon(flight => flight.tags.includes(tag))
    },
    invalidateAll() {
      held.clear()
      flights.abandon(() => true)
    },
    stats: () => ({ entries: held.size, bytes: held.calculatedSize, ...counted }),
  }
  if (name !== undefined) registerCache(clock, name, cache)
  return cache
}
