import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backup } from 'node:sqlite'
import { iso } from '#kit/clock.ts'
import { translateDatabaseError } from './faults.ts'
import { makePrivateFile } from './file-rights.ts'
import { openSqliteFile } from './sqlite.ts'

/** Nights and upgrades are counted apart, so that neither can push out the copies of the other. */
export const NIGHTLY_COPIES_KEPT = 14
export const UPGRADE_COPIES_KEPT = 5

const NIGHTLY = 'nightly'
const UPGRADE = 'before-'
const BACKUP_FILE = /^foyer-.+\.db$/
/** What backUp names: `foyer-<time>-<reason>.db`. A copy with another name was put there by somebody and stays. */
const OWN_COPY = /^foyer-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z-(?<reason>.+)\.db$/
/** A copy in the making and the files SQLite lays beside it. */
const PARTIAL_FILE = /^foyer-.+\.db\.partial(-journal|-wal|-shm)?$/

export interface BackupPlace {
  database_file: string
  backups: string
}

export const backUpNightly = (place: BackupPlace, now: Date) => backUp(place, NIGHTLY, now)

/** The state that an upgrade starts from; `first` is the first migration that will change it. */
export const backUpBeforeUpgrade = (place: BackupPlace, first: string, now: Date) =>
  backUp(place, UPGRADE + first, now)

/**
 * A consistent copy of the SQLite file, also while it is written to. It becomes visible under its name only
 * when it is complete and on the disk, so a crash leaves no half backup. Returns the file.
 */
export async function backUp(place: BackupPlace, reason: string, now: Date): Promise<string> {
  mkdirSync(place.backups, { recursive: true, mode: 0o700 })
  const target = join(place.backups, `foyer-${fileStamp(now)}-${reason}.db`)
  const partial = `${target}.partial`
  try {
    await copyInto(partial, place.database_file)
    flush(partial)
    renameSync(partial, target)
  } catch (error) {
    dropPartialCopies(place.backups)
    throw translateDatabaseError(error)
  }
  flush(place.backups)
  dropOldest(place.backups, basename(target))
  return target
}

async function copyInto(partial: string, database_file: string): Promise<void> {
  rmSync(partial, { force: true })
  makePrivateFile(partial)
  const source = openSqliteFile(database_file, ['query_only = ON'])
  try {
    // One snapshot for the whole copy: without it every write by another connection starts the copy anew,
    // and under steady writing it never ends.
    source.exec('begin; select 1 from sqlite_schema')
    await backup(source, partial)
  } finally {
    source.close()
  }
}

/** A moment as file names carry it; such names sort by time. */
export function fileStamp(now: Date): string {
  return iso(now).replace(/[:.]/g, '-')
}

/**
 * Newest first; names carry the time, so they sort as they were made. Copies that somebody else named come last,
 * because nobody can tell how old they are.
 */
export function listBackups(folder: string): string[] {
  const names = readFolder(folder)
    .filter(name => BACKUP_FILE.test(name))
    .sort()
    .toReversed()
  return [...names.filter(name => OWN_COPY.test(name)), ...names.filter(name => !OWN_COPY.test(name))]
}

/** Remains of a copy that failed, or of a process that was killed during one. */
export function dropPartialCopies(folder: string): void {
  for (const name of readFolder(folder)) {
    if (PARTIAL_FILE.test(name)) rmSync(join(folder, name), { force: true })
  }
}

/** A folder that is not there is empty; one that cannot be read is not (unknown is not absent). */
function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Never the copy that was just made: a clock that was set back dates it before the others. */
function dropOldest(folder: string, made: string): void {
  const copies = listBackups(folder).flatMap(name => {
    const reason = OWN_COPY.exec(name)?.groups?.['reason']
    return reason === undefined ? [] : [{ name, reason }]
  })
  const nightly = copies.filter(({ reason }) => reason === NIGHTLY)
  // Of an upgrade that is tried again with every restart, or again after a restore, the first and the newest copy
  // stay: the first holds the state before it, and tries must not push out the copies of earlier upgrades.
  const upgrades = Map.groupBy(
    copies.filter(({ reason }) => reason.startsWith(UPGRADE)),
    ({ reason }) => reason,
  )
  const triesBetween = [...upgrades.values()].flatMap(tries => tries.slice(1, -1))
  const earlierUpgrades = [...upgrades.values()].slice(UPGRADE_COPIES_KEPT).flat()
  const old = [...nightly.slice(NIGHTLY_COPIES_KEPT), ...triesBetween, ...earlierUpgrades]
  for (const { name } of old) if (name !== made) rmSync(join(folder, name), { force: true })
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
