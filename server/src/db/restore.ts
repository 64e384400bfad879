import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { fileStamp, flush, listBackups } from './backup.ts'
import { type DataFolder, lockDataFolder } from './data-folder.ts'
import { type DatabaseFile, inspectDatabaseFile } from './database-file.ts'
import { closeToOthers } from './file-rights.ts'
import { openSqliteFile } from './sqlite.ts'

/** A copy that is being made and checked; unused until it has the next name. */
export const INCOMING = '.incoming'
/** A checked copy. Once it has this name the restore is decided and only goes forward. */
export const RESTORING = '.restoring-'
export const FORMER = '.before-restore-'
const STAMP_END = /Z$/
const CHUNK_BYTES = 1024 * 1024

/** Called before each change to the folder; crash tests end the process here. */
export type OnStep = (step: string) => void

/** Throws when a copy that is a whole database of Foyer must still not be used here. */
export type CheckCopy = (file: string) => void

export interface Restored {
  from: string
  kept: string | null
}

/**
 * Replaces the database with a backup. The current file is kept beside it, never overwritten; Foyer must be stopped,
 * which the folder lock proves. `name` is a file of the backups or data folder, a path, or `latest`. If killed at any
 * step, it leaves either the old database or a restore that the next start completes.
 */
export function restoreBackup(
  folder: DataFolder,
  name: string,
  now: Date,
  onStep: OnStep = () => {},
  check: CheckCopy = () => {},
): Restored {
  const lock = lockDataFolder(folder)
  try {
    completeRestore(folder, onStep)
    const from = findBackup(folder, name)
    const incoming = folder.database_file + INCOMING
    try {
      copyInto(incoming, from, onStep)
      onStep('check')
      refuseUnusable(folder, from, inspectDatabaseFile(incoming, 'full'))
      playJournal(incoming)
      check(incoming)
    } catch (error) {
      dropIncoming(folder)
      throw error
    }
    onStep('decide')
    renameSync(incoming, folder.database_file + RESTORING + fileStamp(now))
    flush(folder.path)
    const kept = completeRestore(folder, onStep)?.kept ?? null
    // The file set aside keeps its permissions; an earlier version may have left it readable to others.
    closeToOthers(folder)
    return { from, kept }
  } finally {
    lock.release()
  }
}

/** A private, complete and checked copy of a backup at `file`; the backup itself is not touched. Returns the backup. */
export function checkedCopy(folder: DataFolder, name: string, file: string, check: CheckCopy): string {
  const from = findBackup(folder, name)
  copyInto(file, from, () => {})
  refuseUnusable(folder, from, inspectDatabaseFile(file, 'full'))
  playJournal(file)
  check(file)
  return from
}

/** Completes a decided restore, however often it was interrupted. Null when there is none. */
export function completeRestore(
  folder: DataFolder,
  onStep: OnStep = () => {},
): { kept: string | null } | null {
  dropIncoming(folder)
  const decided = filesOfKind(folder, RESTORING)[0]
  if (!decided) return null
  const file = folder.database_file
  // The name contains the time of the decision, so every attempt sets the old database aside under one name.
  const kept = file + FORMER + decided.slice(basename(file).length + RESTORING.length)
  // The journal goes first: applied to the incoming database, it would destroy it.
  onStep('set the journal aside')
  renameIfThere(`${file}-wal`, `${kept}-wal`)
  onStep('set the index of the journal aside')
  renameIfThere(`${file}-shm`, `${kept}-shm`)
  onStep('set the database aside')
  renameIfThere(file, kept)
  flush(folder.path)
  onStep('put the backup in place')
  renameSync(join(folder.path, decided), file)
  flush(folder.path)
  return { kept: isThere(kept) ? kept : null }
}

/** Databases set aside by a restore, newest first. */
export function listFormerDatabases(folder: DataFolder): string[] {
  return filesOfKind(folder, FORMER)
}

/** Files of the data folder named `foyer.db<kind><time>`, newest first, without their journal files. */
function filesOfKind(folder: DataFolder, kind: string): string[] {
  const start = basename(folder.database_file) + kind
  return readdirSync(folder.path)
    .filter(name => name.startsWith(start) && STAMP_END.test(name))
    .sort()
    .toReversed()
}

function findBackup(folder: DataFolder, name: string): string {
  const chosen = name === 'latest' ? listBackups(folder.backups)[0] : name
  const places = chosen === undefined ? [] : placesOf(folder, chosen)
  const path = places.find(place => statSync(place, { throwIfNoEntry: false })?.isFile())
  if (!path) {
    const known = listBackups(folder.backups)
    const list = known.length > 0 ? ` There are: ${known.join(', ')}.` : ' There are none yet.'
    throw new StartupRefusal(`There is no such backup.${list}`)
  }
  return path
}

function placesOf(folder: DataFolder, name: string): string[] {
  return isAbsolute(name) ? [name] : [join(folder.backups, name), join(folder.path, name)]
}

/** Includes the journal beside it, as a database that was set aside has one. */
function copyInto(incoming: string, from: string, onStep: OnStep): void {
  onStep('copy')
  copyPrivately(from, incoming)
  if (isThere(`${from}-wal`)) {
    onStep('copy the journal')
    copyPrivately(`${from}-wal`, `${incoming}-wal`)
  }
}

/** Leaves one complete file, without a journal that could be left behind by a rename. */
export function playJournal(file: string): void {
  const handle = openSqliteFile(file)
  try {
    handle.exec('pragma wal_checkpoint(truncate)')
  } finally {
    handle.close()
  }
  flush(file)
}

/** Node's own copy keeps the permissions of the source, which may let others read it. */
function copyPrivately(from: string, to: string): void {
  const source = openSync(from, 'r')
  const target = openSync(to, 'wx', 0o600)
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let read = readSync(source, chunk); read > 0; read = readSync(source, chunk)) {
      for (let done = 0; done < read; ) done += writeSync(target, chunk, done, read - done)
    }
    fsyncSync(target)
  } finally {
    closeSync(target)
    closeSync(source)
  }
}

function refuseUnusable(folder: DataFolder, from: string, copy: DatabaseFile): void {
  if (copy.is === 'foyer' && copy.newer_than_us === null) return
  throw new StartupRefusal(`${problemOf(copy)} Nothing was changed.${suggestOther(folder, from)}`)
}

function problemOf(copy: DatabaseFile): string {
  if (copy.is === 'damaged') return 'That backup is damaged.'
  if (copy.is === 'foyer') {
    return `That backup was written by a newer Foyer (it holds "${copy.newer_than_us}"). Use that version.`
  }
  return copy.is === 'foreign' ? 'That file is not a Foyer database.' : 'That file holds no database.'
}

function suggestOther(folder: DataFolder, from: string): string {
  const good = findUsableBackup(folder, from)
  return good ? ` The newest good one is ${good}.` : ''
}

/** The newest backup that is whole and of this or an older version, apart from one. */
export function findUsableBackup(folder: DataFolder, except?: string): string | null {
  const good = listBackups(folder.backups).find(name => {
    const file = join(folder.backups, name)
    if (file === except) return false
    const copy = inspectDatabaseFile(file, 'full')
    return copy.is === 'foyer' && copy.newer_than_us === null
  })
  return good ?? null
}

/** What an unfinished copy left. */
export function dropIncoming(folder: DataFolder): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    rmSync(folder.database_file + INCOMING + suffix, { force: true })
  }
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined
}

function renameIfThere(from: string, to: string): void {
  if (isThere(from)) renameSync(from, to)
}
