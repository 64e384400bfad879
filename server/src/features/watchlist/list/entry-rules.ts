import type { WatchKind, WatchlistEntry, WatchTell } from '@foyer/contract/watchlist'
import { MAX_ROW_ID } from '@foyer/contract/primitives'
import { sameWorkIds } from '#features/book-identity/index.ts'
import type { ScreenTitle } from '#ports/rating-lookup.ts'
import type { EntryRow, ListedRow } from './entry-store.ts'

const NUMBER = /^[1-9]\d{0,9}$/
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const TEXT = /\S/

const ID_FORMS: Record<WatchKind, RegExp> = {
  movie: NUMBER,
  tv: NUMBER,
  person: NUMBER,
  album: UUID,
  artist: UUID,
  book: TEXT,
  author: TEXT,
  series: TEXT,
}

export function isItemId(kind: WatchKind, id: string): boolean {
  return ID_FORMS[kind].test(id) && (ID_FORMS[kind] !== NUMBER || Number(id) <= MAX_ROW_ID)
}

/** Ids of these kinds mean something in one library only. */
export function isOfLibrary(kind: WatchKind): boolean {
  return kind === 'book' || kind === 'author' || kind === 'series'
}

/** Their provider is for people with a music library (1:4.3). */
export function isMusic(kind: WatchKind): boolean {
  return kind === 'album' || kind === 'artist'
}

/** The title that limits of a kids account are about; null: people, books and music have no ratings. */
export function screenTitle({ kind, item_id }: { kind: WatchKind; item_id: string }): ScreenTitle | null {
  return kind === 'movie' || kind === 'tv' ? { kind, tmdb_id: Number(item_id) } : null
}

/** The book or album that an admin may have hidden. */
export function workOf({ kind, item_id }: { kind: WatchKind; item_id: string }) {
  if (kind !== 'book' && kind !== 'album') return null
  return { media_type: kind === 'album' ? 'music' : kind, foreign_id: item_id } as const
}

/** The ids that mean the same as this one, itself first: a book may have been put on the list from elsewhere (C8). */
export function sameIds({ kind, item_id }: { kind: WatchKind; item_id: string }): string[] {
  return kind === 'book' ? sameWorkIds(item_id) : [item_id]
}

export interface Reader {
  /** A kids account. */
  is_limited: boolean
  /** `movie:603`: the movies and shows that the reader may see. */
  allowed_titles: ReadonlySet<string>
  /** Instances that the reader can see now. */
  instances: ReadonlySet<string>
  /** Admins, and people with a music library. */
  has_music: boolean
}

const keyOf = ({ kind, item_id }: { kind: WatchKind; item_id: string }) => `${kind}:${item_id}`

/** The keys by which pages find it, whichever of its ids they have. */
export function keysOf({ kind, item_id }: { kind: WatchKind; item_id: string }): string[] {
  return sameIds({ kind, item_id }).map(id => keyOf({ kind, item_id: id }))
}

/** Roles, libraries and limits may have changed since it was put on the list. */
export function isVisible(row: ListedRow, reader: Reader): boolean {
  const { is_limited, allowed_titles, instances, has_music } = reader
  if (screenTitle(row)) return allowed_titles.has(keyOf(row))
  if (isMusic(row.kind)) return has_music
  // C23: without a record it cannot be known whether somebody is an adult performer.
  if (row.kind === 'person') return !is_limited || (row.adult === 0 && row.title_unverified === 0)
  return row.instance_id === '' || instances.has(row.instance_id)
}

const EVERYTHING: WatchTell = { askable: true, released: true, arrived: true }

type Wishes = { [K in keyof WatchTell]?: boolean | undefined }

/** Everything is told unless somebody says otherwise; omitted keys keep their value. */
export function mergeTell(
  entry: EntryRow | undefined,
  { askable, released, arrived }: Wishes = {},
): WatchTell {
  const before = entry ? tellOf(entry) : EVERYTHING
  return {
    askable: askable ?? before.askable,
    released: released ?? before.released,
    arrived: arrived ?? before.arrived,
  }
}

function tellOf(entry: EntryRow): WatchTell {
  return {
    askable: entry.tell_askable === 1,
    released: entry.tell_released === 1,
    arrived: entry.tell_arrived === 1,
  }
}

/** To the owner of the entry only. */
export function presentEntry(row: ListedRow): WatchlistEntry {
  const { kind, item_id, instance_id, detail, poster_path, released_on, added_at } = row
  const is_unverified = row.title_unverified === 1
  return {
    kind,
    id: item_id,
    ...(instance_id !== '' && { instance_id }),
    title: is_unverified ? (row.own_title ?? '') : row.title,
    ...(is_unverified && { title_unverified: true }),
    ...(detail !== null && { detail }),
    ...(poster_path !== null && { poster_path }),
    ...(released_on !== null && { released_on }),
    tell: tellOf(row),
    ...(kind === 'tv' && { request_next_seasons: row.request_next_seasons === 1 }),
    added_at,
  }
}
