import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { backup } from 'node:sqlite'
import { iso } from '#kit/clock.ts'
import { DAY_MS } from '#kit/durations.ts'
import { translateDatabaseError } from './faults.ts'
import { makePrivateFile } from './file-rights.ts'
import { openSqliteFile } from './sqlite.ts'

/** Nightly and upgrade copies are counted separately, so that neither displaces the other. */
export const NIGHTLY_COPIES_KEPT = 14
export const UPGRADE_COPIES_KEPT = 5

const NIGHTLY = 'nightly'
const UPGRADE = 'before-'
export const MANUAL = 'manual'
/** Sent by an admin, and so of another time or server than its name says. */
const UPLOADED = 'uploaded'
/** What a restore replaced. */
export const RESTORE_POINT = 'restore-point'
const BACKUP_FILE = /^foyer-.+\.db$/
/**
 * The names backUp creates: `foyer-<time>-<reason>.db`. Copies with other names were placed there by somebody and are
 * kept.
 */
const OWN_COPY =
  /^foyer-(?<day>\d{4}-\d{2}-\d{2})T(?<hour>\d{2})-(?<minute>\d{2})-(?<second>\d{2}-\d{3}Z)-(?<reason>.+)\.db$/
/** An unfinished copy and the files SQLite creates beside it. */
const PARTIAL_FILE = /^foyer-.+\.db\.partial(-journal|-wal|-shm)?$/

export interface BackupPlace {
  database_file: string
  backups: string
}

export type MakeCopy = (reason: string, now: Date) => Promise<string>

/** Removes the oldest of its kind beyond the number kept. Returns the file. */
export async function backUpNightly(
  place: BackupPlace,
  now: Date,
  { kept = NIGHTLY_COPIES_KEPT, make = reason => backUp(place, reason, now) }: NightlyOptions = {},
): Promise<string> {
  const file = await make(NIGHTLY, now)
  dropOldest(place.backups, basename(file), kept)
  return file
}

interface NightlyOptions {
  kept?: number
  /** How a copy of the database is made; that of the SQLite file unless given. */
  make?: MakeCopy
}

/** The state before an upgrade; `first` is the first migration that will change it. */
export async function backUpBeforeUpgrade(place: BackupPlace, first: string, now: Date): Promise<string> {
  const file = await backUp(place, reasonOfUpgrade(first), now)
  dropOldest(place.backups, basename(file))
  return file
}

export const uploadedName = (now: Date) => nameOf(UPLOADED, now)
export const restorePointName = (now: Date) => nameOf(RESTORE_POINT, now)

export const reasonOfUpgrade = (first: string) => UPGRADE + first

/**
 * A consistent copy of the SQLite file, even while it is being written. It gets its name only when it is complete and
 * on disk, so a crash leaves no partial backup. Returns the file.
 */
export async function backUp(place: BackupPlace, reason: string, now: Date): Promise<string> {
  mkdirSync(place.backups, { recursive: true, mode: 0o700 })
  const target = join(place.backups, nameOf(reason, now))
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
  return target
}

export function nameOf(reason: string, now: Date): string {
  return `foyer-${fileStamp(now)}-${reason}.db`
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
 * unknown; before them those whose name says when they came, not of when they are, so that neither is `latest`.
 */
export function listBackups(folder: string): string[] {
  const names = readFolder(folder)
    .filter(name => BACKUP_FILE.test(name))
    .sort()
    .toReversed()
  const rank = (name: string) => (!OWN_COPY.test(name) ? 2 : cameLater(kindOf(name)) ? 1 : 0)
  return names.sort((a, b) => rank(a) - rank(b))
}

/** When the newest backup of this server was made, read from the file names; null: there is none. */
export function newestBackupAt(folder: string): number | null {
  const [newest] = listBackups(folder)
  if (newest === undefined || cameLater(kindOf(newest))) return null
  return timeIn(newest) ?? null
}

export interface DescribedBackup {
  name: string
  path: string
  kind: 'nightly' | 'upgrade' | 'manual' | 'uploaded' | 'restore_point' | 'other'
  bytes: number
  made_at: number
}

/** In the order of `listBackups`. */
export function describeBackups(folder: string): DescribedBackup[] {
  return listBackups(folder).flatMap(name => describeFile(join(folder, name), kindOf(name)))
}

/** A copy that is removed at this moment is left out. */
export function describeFile(path: string, kind: DescribedBackup['kind']): DescribedBackup[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) return []
  const name = basename(path)
  const made_at = (cameLater(kind) ? undefined : timeIn(name)) ?? found.mtimeMs
  return [{ name, path, kind, bytes: found.size, made_at }]
}

/** Survives a copy to another disk, which the time of the file may not. */
function timeIn(name: string): number | undefined {
  const { day, hour, minute, second } = OWN_COPY.exec(name)?.groups ?? {}
  return day === undefined ? undefined : Date.parse(`${day}T${hour}:${minute}:${second?.replace('-', '.')}`)
}

/** Its name says when it came, not of when it is. */
const cameLater = (kind: DescribedBackup['kind']) => kind === 'uploaded' || kind === 'restore_point'

function kindOf(name: string): DescribedBackup['kind'] {
  const reason = OWN_COPY.exec(name)?.groups?.['reason']
  if (reason === NIGHTLY) return 'nightly'
  if (reason === MANUAL) return 'manual'
  if (reason === UPLOADED) return 'uploaded'
  if (reason === RESTORE_POINT) return 'restore_point'
  return reason?.startsWith(UPGRADE) ? 'upgrade' : 'other'
}

/** With the journal that a database set aside by a restore may have. */
export function deleteBackup(path: string): void {
  for (const suffix of ['-wal', '-shm', '']) rmSync(path + suffix, { force: true })
  flush(dirname(path))
}

/** Leftovers of a failed copy, or of a process killed during one. */
export function dropPartialCopies(folder: string): void {
  for (const name of readFolder(folder)) {
    if (PARTIAL_FILE.test(name)) rmSync(join(folder, name), { force: true })
  }
}

/** Several servers on PostgreSQL may share a folder; nothing that one of them still writes is a day old. */
export function dropOldPartialCopies(folder: string, now: Date): void {
  for (const name of readFolder(folder)) {
    const path = join(folder, name)
    const written = PARTIAL_FILE.test(name) && statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (written && written < now.getTime() - DAY_MS) rmSync(path, { force: true })
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

/**
 * Removes only copies of the kind of the one just made, and never that one: if the clock was set back, it is dated
 * before the others.
 */
export function dropOldest(folder: string, made: string, nightly_kept = NIGHTLY_COPIES_KEPT): void {
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
  const old = kindOf(made) === 'nightly' ? nightly.slice(nightly_kept) : [...triesBetween, ...earlierUpgrades]
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
