import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { Db } from '#db/database.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { SeriesTarget } from '../live/live-status.ts'

/** What status needs from TV matches: which series of a library a show is. */
export interface Matches {
  /** Uses every source. Throws if the metadata provider cannot be reached. */
  resolve(tmdb_id: number, instance: InstanceRecord, signal?: AbortSignal): Promise<TvMatch>
  /** From stored data only; shows that were never resolved are absent. */
  targets(db: Db, tmdb_ids: readonly number[]): Promise<ReadonlyMap<number, SeriesTarget | 'paused'>>
  /** The reverse: the shows whose stored match points to these series. */
  shows(db: Db, tvdb_ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>
}
