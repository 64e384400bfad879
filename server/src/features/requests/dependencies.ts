import type { BookFormat, UnknownReason } from '@foyer/contract/requests'
import type { SeasonStatus } from '@foyer/contract/title-statuses'
import type { TvMatch } from '@foyer/contract/tv-match'
import type { Db } from '#db/database.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { LiveStatus } from '#features/library-status/index.ts'
import type { Spender } from '#features/request-quotas/index.ts'
import type { Snapshot } from '#kit/snapshot.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { SourceSeason } from './select/choice-rules.ts'

export type { PolicyOf, RequestPolicy } from '#features/request-settings/index.ts'

/** Whose rules and allowances count. */
export type Person = Spender

export interface Show {
  title: string
  poster_path: string | null
  seasons: readonly SourceSeason[]
}

export interface TvMatches {
  show(tmdb_id: number, signal?: AbortSignal): Promise<Show>
  resolve(tmdb_id: number, instance: InstanceRecord, signal?: AbortSignal): Promise<TvMatch>
  isCurrent(db: Db, match: TvMatch): Promise<boolean>
}

/** What a movie is called and looks like; null when that cannot be told now. It is a nicety, never a condition. */
export type DescribeMovie = (tmdb_id: number) => Promise<{ title: string; poster_path: string | null } | null>

/**
 * A show is told by the seasons that were asked for: their word together, and one by one. A book is told by
 * its formats.
 */
export type Live =
  | {
      known: true
      status: LiveStatus
      seasons?: readonly SeasonStatus[]
      formats?: Readonly<Record<BookFormat, LiveStatus>>
      /** C7: a format that the library cannot hold, so that no request for it is on its way. */
      lacks?: BookFormat | null
      /** C69: what the library calls it, as its provider does; absent where it has none of it. */
      title?: string
      /** The dates that the library has of a movie. */
      releases?: { in_cinemas?: string; digital?: string }
      /** What the library files it under, when that is not the id that was asked for (1:4.8.6, 1:4.11). */
      canonical_foreign_id?: string
    }
  | { known: false; reason: UnknownReason }

/** A title as a library can be asked for it; of a saved one, `id` leads to the records of its deliveries. */
export type LiveTitle = Pick<RequestRecord, 'media_type' | 'tmdb_id' | 'foreign_id' | 'match' | 'seasons'> &
  Partial<Pick<RequestRecord, 'id'>>

/**
 * C69: the provider's own title of what was asked for, in English (C58). Null: nobody who answered knows it.
 * Never throws a fault.
 */
export type ReadTitle = (request: RequestRecord, signal?: AbortSignal) => Promise<string | null>

/** C69: what a library or its provider calls a book or an album; null: it is not known there. */
export type TitleOf = (
  instance: InstanceRecord,
  request: Pick<RequestRecord, 'foreign_id' | 'title' | 'search_term'>,
  signal?: AbortSignal,
) => Promise<string | null>

/** Titles of one library in their order, from one read. */
export type LiveMany = (instance: InstanceRecord, titles: readonly LiveTitle[]) => Promise<Snapshot<Live[]>>

/** 1:4.9.3, C10: whether an album is there or wanted already, by a read that is bounded and never throws. */
export type ProveAlbum = (instance: InstanceRecord, foreign_id: string) => Promise<boolean>

/** Live status of a library. It never throws for a library that does not answer: that is `known: false`. */
export interface LiveReader {
  one(instance: InstanceRecord, title: LiveTitle): Promise<Live>
  /**
   * C57: past everything that is kept of the library, for what would end a request unsent. Where it differs
   * from what is kept, it replaces that.
   */
  fresh(instance: InstanceRecord, title: LiveTitle): Promise<Live>
  /** In the titles' order, from one read of the library however many there are. */
  many(instance: InstanceRecord, titles: readonly LiveTitle[]): Promise<Snapshot<Live[]>>
}
