import type { TvMatch } from '@foyer/contract/tv-match'
import type { Db } from '#db/database.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { SeriesTarget } from './live-status.ts'

/** Which series of a library a show is; what status needs to know of TV matches. */
export interface Matches {
  /** By every way there is. Throws when the metadata provider cannot be asked. */
  resolve(tmdb_id: number, instance: InstanceRecord, signal?: AbortSignal): Promise<TvMatch>
  /** By what is stored alone; shows that nobody resolved yet are absent. */
  targets(db: Db, tmdb_ids: readonly number[]): Promise<ReadonlyMap<number, SeriesTarget | 'paused'>>
  /** The other way round: the shows whose stored match points to these series. */
  shows(db: Db, tvdb_ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>
}
