import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backup } from 'node:sqlite'
import { iso } from '#kit/clock.ts'
import { translateDatabaseError } from './faults.ts'
import { makePrivateFile } from './file-rights.ts'
import { openSqliteFile } from './sqlite.ts'

/** Nightly and upgrade copies are counted separately, so that neither displaces the other. */
export const NIGHTLY_COPIES_KEPT = 14
export const UPGRADE_COPIES_KEPT = 5

const NIGHTLY = 'nightly'
const UPGRADE = 'before-'
const MANUAL = 'manual'
const BACKUP_FILE = /^foyer-.+\.db$/
/**
 * The names backUp creates: `foyer-<time>-<reason>.db`. Copies with other names were placed there by somebody and are
 * kept.
 */
const OWN_COPY = /^foyer-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z-(?<reason>.+)\.db$/
/** An unfinished copy and the files SQLite creates beside it. */
const PARTIAL_FILE = /^foyer-.+\.db\.partial(-journal|-wal|-shm)?$/

export interface BackupPlace {
  database_file: string
  backups: string
}

export const backUpNightly = (place: BackupPlace, now: Date) => backUp(place, NIGHTLY, now)

/** Kept until somebody removes it. Returns its name. */
export async function backUpByHand(place: BackupPlace, now: Date): Promise<string> {
  return basename(await backUp(place, MANUAL, now))
}

/** The state before an upgrade; `first` is the first migration that will change it. */
export const backUpBeforeUpgrade = (place: BackupPlace, first: string, now: Date) =>
  backUp(place, reasonOfUpgrade(first), now)

export const reasonOfUpgrade = (first: string) => UPGRADE + first

/**
 * A consistent copy of the SQLite file, even while it is being written. It gets its name only when it is complete and
 * on disk, so a crash leaves no partial backup. Returns the file.
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
    // One snapshot for the whole copy: otherwise every write by another connection restarts the copy, and under
    // constant writing it would never end.
    source.exec('begin; select 1 from sqlite_schema')
    await backup(source, partial)
  } finally {
    source.close()
  }
}

/** A time for use in file names; such names sort by time. */
export function fileStamp(now: Date): string {
  return iso(now).replace(/[:.]/g, '-')
}

/**
 * Newest first; names contain the time, so they sort by it. Copies with other names come last, because their age is
 * unknown.
 */
export function listBackups(folder: string): string[] {
  const names = readFolder(folder)
    .filter(name => BACKUP_FILE.test(name))
    .sort()
    .toReversed()
  return [...names.filter(name => OWN_COPY.test(name)), ...names.filter(name => !OWN_COPY.test(name))]
}

export interface DescribedBackup {
  name: string
  path: string
  kind: 'nightly' | 'upgrade' | 'manual' | 'other'
  bytes: number
  made_at: number
}

/** In the order of `listBackups`. A copy that is removed at this moment is left out. */
export function describeBackups(folder: string): DescribedBackup[] {
  return listBackups(folder).flatMap(name => {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isFile()
      ? [{ name, path, kind: kindOf(name), bytes: found.size, made_at: found.mtimeMs }]
      : []
  })
}

function kindOf(name: string): DescribedBackup['kind'] {
  const reason = OWN_COPY.exec(name)?.groups?.['reason']
  if (reason === NIGHTLY) return 'nightly'
  if (reason === MANUAL) return 'manual'
  return reason?.startsWith(UPGRADE) ? 'upgrade' : 'other'
}

export function deleteBackup(folder: string, name: string): void {
  rmSync(join(folder, name), { force: true })
  flush(folder)
}

/** Leftovers of a failed copy, or of a process killed during one. */
export function dropPartialCopies(folder: string): void {
  for (const name of readFolder(folder)) {
    if (PARTIAL_FILE.test(name)) rmSync(join(folder, name), { force: true })
  }
}

/** A missing folder is empty; an unreadable one is not (unknown is not absent). */
function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Never removes the copy just made: if the clock was set back, it is dated before the others. */
export function dropOldest(folder: string, made: string): void {
  const copies = listBackups(folder).flatMap(name => {
    const reason = OWN_COPY.exec(name)?.groups?.['reason']
    return reason === undefined ? [] : [{ name, reason }]
  })
  const nightly = copies.filter(({ reason }) => reason === NIGHTLY)
  // An upgrade may be tried again with every restart, or again after a restore. Only its first and newest copies are
  // kept: the first holds the state before it, and retries must not displace the copies of earlier upgrades.
  const upgrades = Map.groupBy(
    copies.filter(({ reason }) => reason.startsWith(UPGRADE)),
    ({ reason }) => reason,
  )
  const triesBetween = [...upgrades.values()].flatMap(tries => tries.slice(1, -1))
  const earlierUpgrades = [...upgrades.values()].slice(UPGRADE_COPIES_KEPT).flat()
  const old = [...nightly.slice(NIGHTLY_COPIES_KEPT), ...triesBetween, ...earlierUpgrades]
  for (const { name } of old) if (name !== made) rmSync(join(folder, name), { force: true })
}

/** A renamed or new file survives a power cut only if its bytes and its folder are flushed. */
export function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
