import type { CacheFigures } from '@foyer/contract/operations/caches'

/** What takes room comes first; those that hold nothing keep their order at the end. */
export function bySize(caches: readonly CacheFigures[]): CacheFigures[] {
  return caches.toSorted((a, b) => b.bytes - a.bytes || b.entries - a.entries)
}
