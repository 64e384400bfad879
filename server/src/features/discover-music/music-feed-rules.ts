import type { MusicItem, ReleaseType } from '@foyer/contract/discover-music'
import { DAY_MS } from '#kit/durations.ts'
import type { CatalogAlbum } from '#ports/music-catalog.ts'
import type { FreshAlbum } from '#ports/music-charts.ts'
import { MAX_PAGE } from './music-question-rules.ts'

const PAGE_SIZE = 20
/** C11 */
export const WINDOW_DAYS = 30
const EXACT_DATE = /^\d{4}-\d{2}-\d{2}$/

/** Source and title of a feed, as shown to people. */
export interface FeedName {
  source: string
  scope: string
  empty_message: string
}

export interface Feed<T> {
  results: T[]
  page: number
  next_page?: number
  source: string
  scope: string
  empty_message?: string
}

/** 1:4.3 rule 1: the provider decides whether there is a next page, however few of its entries are shown. */
export function feedOf<T>(
  name: FeedName,
  page: number,
  { rows, more }: { rows: T[]; more: boolean },
): Feed<T> {
  const { source, scope, empty_message } = name
  const hasMore = more && page < MAX_PAGE
  return {
    results: rows,
    page,
    ...(hasMore && { next_page: page + 1 }),
    source,
    scope,
    ...(rows.length === 0 && !hasMore && { empty_message }),
  }
}

const TYPES: Readonly<Record<string, ReleaseType>> = { album: 'Album', ep: 'EP', single: 'Single' }

/** Albums, EPs and singles; the provider's other types are not shown. */
export function releaseTypeOf(primary_type: string | null): ReleaseType | null {
  return TYPES[primary_type?.toLowerCase() ?? ''] ?? null
}

type Shown = Pick<
  CatalogAlbum,
  'foreign_id' | 'title' | 'artist' | 'artists' | 'release_date' | 'primary_type' | 'disambiguation'
>

/** The item on the wire, or null if it is not shown here. */
export function itemOf(album: Shown, types: readonly ReleaseType[]): MusicItem | null {
  const { foreign_id, title, artist, artists, release_date, disambiguation } = album
  const release_type = releaseTypeOf(album.primary_type)
  if (!release_type || !types.includes(release_type)) return null
  return {
    foreign_id,
    title,
    artist,
    artists,
    ...(release_date && { release_date }),
    release_type,
    artwork: `/api/discover/music/artwork/${foreign_id}`,
    ...(disambiguation && { disambiguation }),
  }
}

/** The shown items, each id once: two ids of one album may have been merged. */
export function itemsOf(albums: readonly Shown[], types: readonly ReleaseType[]): MusicItem[] {
  const items = new Map<string, MusicItem>()
  for (const album of albums) {
    const item = itemOf(album, types)
    if (item && !items.has(item.foreign_id)) items.set(item.foreign_id, item)
  }
  return [...items.values()]
}

/** 1:4.3 rule 3: only exact dates within the window, newest first, each id once. */
export function newestFirst(found: readonly FreshAlbum[], today: string): MusicItem[] {
  const first = new Date(Date.parse(today) - WINDOW_DAYS * DAY_MS).toISOString().slice(0, 10)
  const within = found.filter(
    ({ release_date: date }) => EXACT_DATE.test(date) && isDay(date) && date >= first && date <= today,
  )
  const sorted = [...within].sort((a, b) => compare(b.release_date, a.release_date))
  return itemsOf(sorted, ['Album', 'EP'])
}

function isDay(date: string): boolean {
  const at = Date.parse(date)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** One page of a complete list. */
export function cutPage<T>(all: readonly T[], page: number): { rows: T[]; more: boolean } {
  const end = page * PAGE_SIZE
  return { rows: all.slice(end - PAGE_SIZE, end), more: end < all.length }
}
