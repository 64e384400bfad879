import type { Clock } from '#kit/clock.ts'

export interface CacheStats {
  entries: number
  bytes: number
  hits: number
  misses: number
  fills: number
}

interface NamedCache {
  stats(): CacheStats
  invalidateAll(): void
}

export interface NamedCacheStats extends CacheStats {
  name: string
}

/** All caches of one server share its clock, so the clock tells them from those of another server in this process. */
const registers = new WeakMap<Clock, Map<string, NamedCache[]>>()

/** Several caches may share a name; they are counted and cleared together. */
export function registerCache(clock: Clock, name: string, cache: NamedCache): void {
  const named = registers.get(clock) ?? new Map<string, NamedCache[]>()
  registers.set(clock, named)
  named.set(name, [...(named.get(name) ?? []), cache])
}

/** The caches of the server with this clock, by name. */
export function readCaches(clock: Clock): NamedCacheStats[] {
  const named = registers.get(clock) ?? new Map<string, NamedCache[]>()
  return [...named]
    .map(([name, caches]) => ({ name, ...sum(caches.map(cache => cache.stats())) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** False: no cache has this name. */
export function clearCaches(clock: Clock, name: string): boolean {
  const caches = registers.get(clock)?.get(name) ?? []
  for (const cache of caches) cache.invalidateAll()
  return caches.length > 0
}

function sum(all: readonly CacheStats[]): CacheStats {
  const total = { entries: 0, bytes: 0, hits: 0, misses: 0, fills: 0 }
  for (const one of all) {
    total.entries += one.entries
    total.bytes += one.bytes
    total.hits += one.hits
    total.misses += one.misses
    total.fills += one.fills
  }
  return total
}
