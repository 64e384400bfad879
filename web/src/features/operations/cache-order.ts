import type { CacheFigures } from '@foyer/contract/operations/caches'

/** The largest first; empty caches stay in their order at the end. */
export function bySize(caches: readonly CacheFigures[]): CacheFigures[] {
  return caches.toSorted((a, b) => b.bytes - a.bytes || b.entries - a.entries)
}
