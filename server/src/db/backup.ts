import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  fsyncSync,
  closeSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { backup } from 'node:sqlite'
import { iso } from '#kit/clock.ts'
import { openSqliteFile } from './sqlite.ts'

export const BACKUPS_KEPT = 14
const BACKUP_FILE = /^foyer-.+\.db$/

export interface BackupPlace {
  database_file: string
  backups: string
}

/**
 * A consistent copy of the SQLite file, also while it is written to. It becomes visible under its name only
 * when it is complete and on the disk, so a crash leaves no half backup. Returns the file.
 */
export async function backUp(place: BackupPlace, reason: string, now: Date): Promise<string> {
  mkdirSync(place.backups, { recursive: true, mode: 0o700 })
  const stamp = iso(now).replace(/[:.]/g, '-')
  const target = join(place.backups, `foyer-${stamp}-${reason}.db`)
  const partial = `${target}.partial`
  rmSync(partial, { force: true })
  const source = openSqliteFile(place.database_file, ['query_only = ON'])
  try {
    // One snapshot for the whole copy: without it every write by another connection starts the copy anew,
    // and under steady writing it never ends.
    source.exec('begin; select 1 from sqlite_schema')
    await backup(source, partial)
  } finally {
    source.close()
  }
  chmodSync(partial, 0o600)
  flush(partial)
  renameSync(partial, target)
  flush(place.backups)
  dropOldest(place.backups)
  return target
}

/** Newest first; names carry the time, so they sort as they were made. */
export function listBackups(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(name => BACKUP_FILE.test(name))
    .sort()
    .toReversed()
}

function dropOldest(folder: string): void {
  for (const name of listBackups(folder).slice(BACKUPS_KEPT)) rmSync(join(folder, name), { force: true })
}

/** A renamed or new file survives a power cut only when its bytes and its folder are flushed. */
export function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** The first problem SQLite finds, or null when the file is sound. */
export function findDamage(file: string): string | null {
  let handle: ReturnType<typeof openSqliteFile> | undefined
  try {
    handle = openSqliteFile(file, ['query_only = ON'])
    const row = handle.prepare('pragma quick_check(1)').get()
    const verdict = row ? String(Object.values(row)[0]) : 'no answer'
    return verdict === 'ok' ? null : verdict
  } catch (error) {
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  } finally {
    handle?.close()
  }
}
