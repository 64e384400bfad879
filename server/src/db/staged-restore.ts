import { createReadStream, createWriteStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileStamp, flush, restorePointName } from './backup.ts'
import type { DataFolder } from './data-folder.ts'
import type { Database, Engine, Tx } from './database.ts'
import { type LastRestore, writeLastRestore } from './last-restore.ts'
import { migrations } from './migrations/index.ts'
import { migrate } from './migrator.ts'
import { dropIncoming, FORMER, INCOMING, type OnStep, playJournal, RESTORING } from './restore.ts'
import { openSqlite } from './sqlite.ts'

/** Beside the files of SQLite, and none of them: a server that changed its engine must not take it for its own. */
const FOR_POSTGRES = 'foyer.postgres-restoring-'

interface Staging {
  engine: Engine
  /** The file of the backup. */
  from: string
  now: Date
  /** Throws when the copy, whole as it is, must not be used. */
  check: (file: string) => Promise<void>
  /** Called with the copy in the tables of this version, to change what must not come back. */
  prepare: (tx: Tx) => Promise<void>
  onStep?: OnStep
}

/**
 * Decides a restore that the next start carries out, while the server still runs on what will be replaced. The copy is
 * brought to the tables of this version first, so nothing can fail later that could have failed now. Killed before the
 * last rename, the server starts as it was; after it, restored.
 */
export async function stageRestore(folder: DataFolder, staging: Staging): Promise<LastRestore> {
  const { engine, from, now, check, prepare, onStep = () => {} } = staging
  const incoming = folder.database_file + INCOMING
  const last: LastRestore = {
    backup: basename(from),
    asked_at: now.toISOString(),
    outcome: 'restored',
    restore_point: restorePointOf(folder, engine, now),
  }
  try {
    dropIncoming(folder)
    onStep('copy')
    await copyPrivately(from, incoming)
    if (existsSync(`${from}-wal`)) await copyPrivately(`${from}-wal`, `${incoming}-wal`)
    playJournal(incoming)
    await check(incoming)
    onStep('upgrade the copy')
    await upgrade(incoming, now, async tx => {
      await prepare(tx)
      await writeLastRestore(tx, last)
    })
    playJournal(incoming)
  } catch (error) {
    dropIncoming(folder)
    throw error
  }
  onStep('decide')
  renameSync(incoming, join(folder.path, decidedName(folder, engine, now)))
  flush(folder.path)
  return last
}

/** In parts, so that the server goes on; readable by its owner only, whatever the rights of the source. */
async function copyPrivately(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  flush(to)
}

async function upgrade(file: string, now: Date, prepare: (tx: Tx) => Promise<void>): Promise<void> {
  const copy: Database = openSqlite(file)
  try {
    await migrate(copy, migrations, { now: () => now.toISOString() })
    await copy.transaction(prepare)
  } finally {
    await copy.close()
  }
}

function decidedName(folder: DataFolder, engine: Engine, now: Date): string {
  const stamp = fileStamp(now)
  return engine === 'sqlite' ? basename(folder.database_file) + RESTORING + stamp : FOR_POSTGRES + stamp
}

/** SQLite: the former file itself, as `completeRestore` sets it aside. */
function restorePointOf(folder: DataFolder, engine: Engine, now: Date): string {
  return engine === 'sqlite'
    ? basename(folder.database_file) + FORMER + fileStamp(now)
    : restorePointName(now)
}

/** The copy of a restore that was decided for PostgreSQL and not carried out yet; undefined when there is none. */
export function findStagedForPostgres(folder: DataFolder): string | undefined {
  const name = readdirSync(folder.path)
    .filter(one => one.startsWith(FOR_POSTGRES) && one.endsWith('Z'))
    .sort()
    .at(-1)
  return name === undefined ? undefined : join(folder.path, name)
}

/** Also what an older decision left, which the newest replaced. */
export function dropStagedForPostgres(folder: DataFolder): void {
  for (const name of readdirSync(folder.path)) {
    if (name.startsWith(FOR_POSTGRES)) rmSync(join(folder.path, name), { force: true })
  }
  flush(folder.path)
}
