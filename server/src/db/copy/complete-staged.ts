import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { RESTORE_POINT } from '../backup.ts'
import type { DataFolder } from '../data-folder.ts'
import type { Database } from '../database.ts'
import { type LastRestore, readLastRestore } from '../last-restore.ts'
import { migrations } from '../migrations/index.ts'
import { schemaState } from '../migrator.ts'
import type { OnStep } from '../restore.ts'
import { openSqlite } from '../sqlite.ts'
import { dropStagedForPostgres, findStagedForPostgres } from '../staged-restore.ts'
import { backUpPostgres } from './portable-copy.ts'
import { dropTables, replaceTables } from './restore-postgres.ts'
import { InUse, refuseOtherConnections } from './snapshot.ts'

export type StagedOutcome = { restored: LastRestore } | { failed: LastRestore; cause: unknown }

/**
 * Carries out a restore that was decided while a server ran, before this one uses the tables. What is there becomes a
 * backup first; then the tables are replaced in one transaction. However often it is interrupted, the next start
 * finds one state or the other. Null when nothing was decided. After a failure the tables are as they were; the
 * caller saves that and gives the restore up with `dropStagedForPostgres`.
 */
export async function completeStagedOnPostgres(
  database: Database,
  folder: DataFolder,
  onStep: OnStep = () => {},
): Promise<StagedOutcome | null> {
  const staged = findStagedForPostgres(folder)
  if (!staged) return null
  const copy = openSqlite(staged)
  let outcome: StagedOutcome | null
  try {
    const wanted = await readLastRestore(copy.read)
    outcome = wanted && (await attempt(database, copy, folder, wanted, onStep))
  } finally {
    await copy.close()
  }
  if (outcome && 'restored' in outcome) {
    onStep('forget the decision')
    dropStagedForPostgres(folder)
  }
  return outcome
}

async function attempt(
  database: Database,
  copy: Database,
  folder: DataFolder,
  wanted: LastRestore,
  onStep: OnStep,
): Promise<StagedOutcome> {
  try {
    // Its commit may have been the last thing that an earlier start did.
    if (!(await isDone(database, wanted))) {
      await refuseOtherConnections(database)
      onStep('make the restore point')
      await makeRestorePoint(database, folder, wanted)
      onStep('replace the tables')
      await replaceTables(database, copy, async tx => {
        await dropTables(tx)
        onStep('fill the new tables')
      })
    }
    return { restored: wanted }
  } catch (cause) {
    const outcome = cause instanceof InUse ? 'in_use' : 'failed'
    return { failed: { ...wanted, outcome, restore_point: null }, cause }
  }
}

async function isDone(database: Database, wanted: LastRestore): Promise<boolean> {
  if ((await schemaState(database, migrations)) === 'none') return false
  const last = await readLastRestore(database.read)
  return last?.outcome === 'restored' && last.asked_at === wanted.asked_at && last.backup === wanted.backup
}

/** Made once: a second try would find the same tables, or those that were restored already. */
async function makeRestorePoint(database: Database, folder: DataFolder, wanted: LastRestore): Promise<void> {
  if ((await schemaState(database, migrations)) === 'none') return
  if (wanted.restore_point && existsSync(join(folder.backups, wanted.restore_point))) return
  await backUpPostgres(database, folder, RESTORE_POINT, new Date(wanted.asked_at))
}
