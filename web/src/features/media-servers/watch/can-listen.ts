import type { ListenResult } from '@foyer/contract/media-servers/listen'

/** Whether listening is what one most likely came for: a server has the audiobook, or may have it until all answered. */
export function canListen(results: readonly ListenResult[] | undefined, error: unknown): boolean {
  return results ? results.some(({ state, items }) => state === 'found' && items.length > 0) : !error
}
