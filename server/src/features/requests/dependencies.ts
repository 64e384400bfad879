import type { BookFormat, UnknownReason } from '@foyer/contract/requests/requests'
import type { SeasonStatus } from '@foyer/contract/title-statuses'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { Db, Tx } from '#db/database.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { LiveStatus } from '#features/library-status/index.ts'
import type { Spender } from '#features/request-quotas/index.ts'
import type { QualityProfileService } from '#features/request-settings/index.ts'
import type { Snapshot } from '#kit/snapshot.ts'
import type { RequestRecord, SavedRequest } from '#ports/request-record.ts'
import type { SourceSeason } from './select/choice-rules.ts'

/** The profiles a library offers for movies or shows; null when they cannot be read. */
export type ReadQualityProfiles = QualityProfileService['ifReadable']

export type { PolicyOf, RequestPolicy } from '#features/request-settings/index.ts'

/** The person whose rules and allowances apply. */
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

/** The title and poster of a movie; null when unavailable. Optional: a request never depends on it. */
export type DescribeMovie = (tmdb_id: number) => Promise<{ title: string; poster_path: string | null } | null>

/** Others act on a new request, in the transaction that saves it (2:4.10). */
export type RequestSaved = (tx: Tx, saved: SavedRequest) => Promise<void>

/** For a show: the status of the requested seasons, together and one by one. For a book: the status of its formats. */
export type Live =
  | {
      known: true
      status: LiveStatus
      seasons?: readonly SeasonStatus[]
      formats?: Readonly<Record<BookFormat, LiveStatus>>
      /** C7: a format the library cannot hold, so no request for it can be on its way. */
      lacks?: BookFormat | null
      /** C69: the library's title, which comes from its provider; absent when the library does not have it. */
      title?: string
      /** The release dates the library knows for a movie. */
      releases?: { in_cinemas?: string; digital?: string }
      /** The id the library uses, when it differs from the requested one (1:4.8.6, 1:4.11). */
      canonical_foreign_id?: string
    }
  | { known: false; reason: UnknownReason }

/** A title to look up in a library. For a saved request, `id` leads to the records of its deliveries. */
export type LiveTitle = Pick<RequestRecord, 'media_type' | 'tmdb_id' | 'foreign_id' | 'match' | 'seasons'> &
  Partial<Pick<RequestRecord, 'id'>>

/** The fields of a request that its title is found by. */
export type NamedTitle = Pick<
  RequestRecord,
  'media_type' | 'tmdb_id' | 'foreign_id' | 'catalog_id' | 'title' | 'search_term' | 'instance_id' | 'user_id'
>

export interface TitleAnswer {
  /** Null: no provider that answered knows it. */
  title: string | null
  /** The library did not answer, so that it may know the title. */
  is_library_silent: boolean
}

/** C69: the provider's own title in English (C58). Never throws a fault. */
export type ReadTitle = (named: NamedTitle, signal?: AbortSignal) => Promise<TitleAnswer>

/** C69: the name that a library or its provider has for a book or an album; null: unknown there. Throws faults. */
export type TitleOf = (
  instance: InstanceRecord,
  request: Pick<RequestRecord, 'foreign_id' | 'title' | 'search_term'>,
  signal?: AbortSignal,
) => Promise<string | null>

/** Many titles of one library, in order, from one read. */
export type LiveMany = (instance: InstanceRecord, titles: readonly LiveTitle[]) => Promise<Snapshot<Live[]>>

/** 1:4.9.3, C10: whether the library already has or monitors an album. The read is bounded and never throws. */
export type ProveAlbum = (instance: InstanceRecord, foreign_id: string) => Promise<boolean>

/** Live status from a library. Never throws when a library does not answer: that is `known: false`. */
export interface LiveReader {
  one(instance: InstanceRecord, title: LiveTitle): Promise<Live>
  /**
   * C57: bypasses every cache, for decisions that would end a request without sending it. A different result replaces
   * the cached one.
   */
  fresh(instance: InstanceRecord, title: LiveTitle): Promise<Live>
  /** In the order of the titles, from one read of the library. */
  many(instance: InstanceRecord, titles: readonly LiveTitle[]): Promise<Snapshot<Live[]>>
}
