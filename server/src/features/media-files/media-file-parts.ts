import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { Role } from '@foyer/contract/permissions'
import type { BookFormat } from '@foyer/contract/requests/requests'
import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { CurrentCaller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { MediaFiles } from '#ports/media-files.ts'

/** A person's current state, with or without a session. */
export interface Viewer {
  user_id: number
  role: Role
}

/** A show in a library: its record, and its season for each of the provider's. */
export interface SeriesPlace {
  record_id: number
  season_map: Readonly<Record<string, number>> | 'same'
}

/** The library records of a title. None, or null: the library does not have it. Throws when it cannot be read. */
export interface TitleRecords {
  movie(instance: InstanceRecord, tmdb_id: number): Promise<number[]>
  series(instance: InstanceRecord, tmdb_id: number): Promise<SeriesPlace | null>
  /** By the id that the library itself goes by, whether or not the show is matched. */
  seriesByTvdb(instance: InstanceRecord, tvdb_id: number): Promise<Pick<SeriesPlace, 'record_id'> | null>
  book(
    instance: InstanceRecord,
    foreign_id: string,
  ): Promise<readonly { record_id: number; format: BookFormat | null }[]>
  album(instance: InstanceRecord, foreign_id: string): Promise<number[]>
}

export interface MediaFileParts {
  database: Database
  clock: Clock
  log: Log
  inventory: Pick<Inventory, 'visibleTo' | 'decide' | 'find' | 'connectionOf' | 'media_roots'>
  files: Readonly<Record<LibraryManagerType, MediaFiles>>
  records: TitleRecords
  kids: Pick<TitleGate, 'isLimited' | 'assertAllowed' | 'allowedInLibrary'>
  currentCaller: CurrentCaller
}
