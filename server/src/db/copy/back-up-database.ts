import { type BackupPlace, backUp } from '../backup.ts'
import type { ReadDatabase } from '../database.ts'
import { backUpPostgres } from './portable-copy.ts'

/** A backup of either engine, as the same kind of file. Returns it. */
export function backUpDatabase(
  database: ReadDatabase,
  place: BackupPlace,
  reason: string,
  now: Date,
): Promise<string> {
  return database.engine === 'sqlite'
    ? backUp(place, reason, now)
    : backUpPostgres(database, place, reason, now)
}
