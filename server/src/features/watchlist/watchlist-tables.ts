import type { WatchKind } from '@foyer/contract/watchlist'
import type { Generated } from 'kysely'
import type { Fixed, Flag, Time } from '#db/column-types.ts'

/** Whether its owner could request it when that was last checked. */
export type Askable = 'unknown' | 'no' | 'yes'

/** Something on one person's watchlist. */
export interface WatchlistEntriesTable {
  id: Generated<number>
  user_id: Fixed<number>
  kind: Fixed<WatchKind>
  item_id: Fixed<string>
  /** The library that the id belongs to; empty for ids of a provider. */
  instance_id: Fixed<string>
  tell_askable: Flag
  tell_released: Flag
  tell_arrived: Flag
  request_next_seasons: Flag
  /** The last season that had begun when its owner asked for the next ones; null: not known yet. */
  seasons_after: number | null
  askable: Askable
  /** What its owner called it, for nobody else: shown only until a provider or library has confirmed a title (C69). */
  own_title: string | null
  added_at: Fixed<Time>
}

/** What a provider or library says about it, read once for everybody who watches it. */
export interface WatchedItemsTable {
  kind: Fixed<WatchKind>
  item_id: Fixed<string>
  instance_id: Fixed<string>
  /** Everybody reads it. Unless it is confirmed (below), it is empty, or a text of an older Foyer that nobody is shown. */
  title: string
  /** 1: no provider or library has confirmed a title yet (C69). */
  title_unverified: Flag
  detail: string | null
  poster_path: string | null
  /** A day; null: not known. */
  released_on: string | null
  /** 1 for an adult performer, whom kids accounts never see (C23). */
  adult: Flag
  /** Null: its parts were never read, so none of them is new. */
  read_at: Time | null
  /** Reads that failed in a row. */
  failures: number
  next_check_at: Time
}

export type PartKind = 'movie' | 'tv' | 'season' | 'book' | 'album'

/** A season of a show, or a title of somebody who is followed. */
export interface WatchedPartsTable {
  kind: Fixed<WatchKind>
  item_id: Fixed<string>
  instance_id: Fixed<string>
  part_kind: Fixed<PartKind>
  part_id: Fixed<string>
  title: string
  released_on: string | null
}

/** Saved together with the alert or request that it stands for, so that there is never a second one. */
export interface WatchlistFactsTable {
  user_id: Fixed<number>
  fact: Fixed<string>
  at: Fixed<Time>
}

export interface WatchlistTables {
  watchlist_entries: WatchlistEntriesTable
  watched_items: WatchedItemsTable
  watched_parts: WatchedPartsTable
  watchlist_facts: WatchlistFactsTable
}
