import type { WatchKind, WatchTell } from '@foyer/contract/watchlist'

/** Somebody whose titles are followed, as opposed to a title. */
export function isFollowed(kind: WatchKind): boolean {
  return kind === 'person' || kind === 'author' || kind === 'artist' || kind === 'series'
}

/** Of the books of an author or a series, only the years are known. */
export function wishesOf(kind: WatchKind): (keyof WatchTell)[] {
  return kind === 'author' || kind === 'series' ? ['askable', 'arrived'] : ['askable', 'released', 'arrived']
}
