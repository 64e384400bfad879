import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { asStartupRefusal, StartupRefusal } from '#kit/startup-refusal.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import { translateDatabaseError } from './faults.ts'
import { openSqliteFile } from './sqlite.ts'

export interface DataFolder {
  path: string
  database_file: string
  key_file: string
  backups: string
}

export const PROBE_FILE = '.write-test'
/** As much as SQLite needs for a small commit: the index of its journal and some pages. */
export const PROBE_BYTES = 64 * 1024

/** The paths in a data folder, existing or not. */
export function describeDataFolder(path: string): DataFolder {
  const folder = resolve(path)
  return {
    path: folder,
    database_file: join(folder, 'foyer.db'),
    key_file: join(folder, 'encryption.key'),
    backups: join(folder, 'backups'),
  }
}

/** Creates the folder if it is missing and checks that it is writable (E: one line, exit 78). */
export function openDataFolder(path: string): DataFolder {
  const described = describeDataFolder(path)
  const folder = described.path
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK)
    // root passes the access check of a read-only mount, and a full disk accepts an empty file; only writing bytes
    // proves it.
    proveRoom(join(folder, PROBE_FILE))
  } catch (cause) {
    throw (
      asStartupRefusal(cause) ??
      new StartupRefusal(
        'The data folder cannot be written. Give Foyer a folder of its own with APP_DATA_DIR, owned by the user it runs as.',
        cause,
      )
    )
  }
  proveOwnFiles(described)
  return described
}

/** What another user made is closed to this one, also in a folder that both may write to (E). */
function proveOwnFiles({ database_file, key_file, backups }: DataFolder): void {
  for (const path of [database_file, key_file, backups]) {
    try {
      closeSync(openSync(path, 'r'))
    } catch (cause) {
      if (!(cause instanceof Error) || !('code' in cause) || cause.code !== 'EACCES') continue
      throw new StartupRefusal(
        `${path} belongs to another user than the one Foyer runs as. Run Foyer as the user who made it, or give the whole data folder to the new one.`,
        cause,
      )
    }
  }
}

/** Throws when the folder of this file cannot be written, or has no room; leaves nothing behind. */
export function proveRoom(file: string): void {
  try {
    writeFileSync(file, Buffer.alloc(PROBE_BYTES), { mode: 0o600 })
  } finally {
    rmSync(file, { force: true })
  }
}

/** A server whose npm was killed notices within a quarter of a second; a start that follows at once waits for it. */
const LOCK_WAIT_MS = 1_500

/**
 * C1: one process per SQLite data folder. The lock is an exclusive transaction on a separate file: the operating
 * system releases it whenever the process ends.
 */
export function lockDataFolder(folder: DataFolder): { release(): void } {
  let handle: DatabaseSync | undefined
  try {
    handle = openSqliteFile(join(folder.path, 'foyer.lock'), [
      `busy_timeout = ${LOCK_WAIT_MS}`,
      'journal_mode = DELETE',
    ])
    handle.exec('begin exclusive')
  } catch (error) {
    handle?.close()
    throw lockRefusal(translateDatabaseError(error))
  }
  const held = handle
  return { release: () => held.close() }
}

/** Only a held lock means that another Foyer is running; a full disk or missing permissions are something else. */
function lockRefusal(error: unknown): unknown {
  if (!(error instanceof StorageFault)) return error
  if (error.code?.startsWith('SQLITE_BUSY')) {
    return new StartupRefusal(
      'Another Foyer already runs on this data folder. Stop it first, or use PostgreSQL to run several.',
      error,
    )
  }
  return (
    asStartupRefusal(error) ??
    new StartupRefusal(
      `The file foyer.lock in the data folder cannot be used (${error.code}). Check that it belongs to the user Foyer runs as, or remove it.`,
      error,
    )
  )
}

const NETWORK_FILE_SYSTEMS = new Set([
  '9p',
  'afs',
  'ceph',
  'cifs',
  'fuse.glusterfs',
  'fuse.rclone',
  'fuse.sshfs',
  'nfs',
  'nfs4',
  'smb3',
  'smbfs',
  'virtiofs',
])

/** The network file system of a path, by its longest mount point; null when it is local. */
export function networkFileSystem(path: string, mounts: string): string | null {
  let best = { length: -1, type: '' }
  for (const line of mounts.split('\n')) {
    const [, point = '', type = ''] = line.split(' ')
    const folder = point.replaceAll('\\040', ' ')
    const covers = folder === '/' || path === folder || path.startsWith(`${folder}/`)
    // A later mount at the same point hides the earlier one.
    if (folder && covers && folder.length >= best.length) best = { length: folder.length, type }
  }
  return NETWORK_FILE_SYSTEMS.has(best.type) ? best.type : null
}

/** The kernel's mount table; empty where there is none (macOS, Windows). */
export function readMounts(): string {
  try {
    return readFileSync('/proc/self/mounts', 'utf8')
  } catch {
    return ''
  }
}
