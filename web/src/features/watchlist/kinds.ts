import type { WatchKind, WatchTell } from '@foyer/contract/watchlist'

/** Somebody whose titles are followed, as opposed to a title. */
export function isFollowed(kind: WatchKind): boolean {
  return kind === 'person' || kind === 'author' || kind === 'artist' || kind === 'series'
}

/** Book libraries do not know the day a book is published. */
export function wishesOf(kind: WatchKind): (keyof WatchTell)[] {
  return kind === 'book' || kind === 'author' || kind === 'series'
    ? ['askable', 'arrived']
    : ['askable', 'released', 'arrived']
}
