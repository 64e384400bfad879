import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type DataFolder, networkFileSystem, proveRoom, readMounts } from '#db/data-folder.ts'
import { findOpenRights } from '#db/file-rights.ts'
import { type Finding, note, ok, problem } from './finding.ts'
import { describeOwnership, findOwner, type Ownership } from './ownership-rules.ts'

const DOCTOR_PROBE = '.doctor-test'
const MEGABYTE = 1024 * 1024
/** Enough for the journal of a busy evening beside one backup. */
const SPARE_MB = 200
const LITTLE_MB = 2048

/** Whether the folder is there, holds files of one user, can be written, and is closed to others. */
export function checkFolder(folder: DataFolder): Finding[] {
  const found = statSync(folder.path, { throwIfNoEntry: false })
  if (!found)
    return [
      note(
        'data folder',
        `${folder.path} does not exist yet. Foyer makes it at its first start; if it ran before, set APP_DATA_DIR to the folder it used.`,
      ),
    ]
  if (!found.isDirectory())
    return [problem('data folder', `${folder.path} is not a folder. Set APP_DATA_DIR to a folder.`)]
  const uid = process.getuid?.()
  if (!canWrite(folder)) {
    const owner =
      uid === undefined || uid === found.uid
        ? ''
        : ` It belongs to user ${found.uid}, and this command runs as user ${uid}.`
    return [
      problem(
        'data folder',
        `${folder.path} cannot be read and written.${owner} Run Foyer and this command as the owner of the folder, or give it to that user with chown -R.`,
      ),
    ]
  }
  const ownership = readOwnership(folder, found.uid)
  const owned = describeOwnership(ownership)
  // A folder of another user may be closed to this one, so the rights of what is in it cannot be read.
  const more = owned.state === 'problem' ? [] : rights(folder, findOwner(ownership))
  return [owned, ...more, ...fileSystem(folder)]
}

function canWrite({ path }: DataFolder): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    // root passes the access check of a read-only mount.
    proveRoom(join(path, DOCTOR_PROBE))
    return true
  } catch {
    return false
  }
}

function readOwnership(folder: DataFolder, folder_uid: number): Ownership {
  const paths = [folder.database_file, `${folder.database_file}-wal`, folder.key_file, folder.backups]
  const files = paths.flatMap(path => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found ? [{ path, uid: found.uid }] : []
  })
  return { path: folder.path, folder_uid, uid: process.getuid?.(), files }
}

function rights(folder: DataFolder, owner: number): Finding[] {
  const open = findOpenRights(folder, owner)
  if (open.length === 0) return [ok('rights', 'Only the owner can read the files of Foyer.')]
  const names = open.map(({ name, mode }) => `${name} (${mode})`).join(', ')
  // Only what is named: in a volume that belongs to root, the folder itself must stay open to Foyer.
  const paths = open.map(({ name }) => resolve(folder.path, name)).join(' ')
  return [
    note('rights', `Other users of this machine can read ${names}. Restrict it with: chmod go= ${paths}`),
  ]
}

function fileSystem(folder: DataFolder): Finding[] {
  const network = networkFileSystem(folder.path, readMounts())
  if (!network) return []
  return [
    note(
      'file system',
      `The data folder is on a network file system (${network}), where SQLite can lose or damage data. Use a local disk or PostgreSQL.`,
    ),
  ]
}

/** Whether the next nights and the next backup fit. */
export function checkDisk(folder: DataFolder): Finding {
  const { bavail, bsize } = statfsSync(nearestFolder(folder.path))
  const free_mb = Math.floor((bavail * bsize) / MEGABYTE)
  const size_mb = Math.ceil((statSync(folder.database_file, { throwIfNoEntry: false })?.size ?? 0) / MEGABYTE)
  if (free_mb < size_mb + SPARE_MB) {
    return problem(
      'disk',
      `Only ${free_mb} MB are free where the data folder is. Free some space: Foyer needs ${size_mb + SPARE_MB} MB for its journal and the next backup.`,
    )
  }
  if (free_mb < LITTLE_MB)
    return note('disk', `${free_mb} MB are free where the data folder is. That will do for now.`)
  return ok('disk', `${free_mb} MB are free where the data folder is.`)
}

function nearestFolder(path: string): string {
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined
  return isThere || dirname(path) === path ? path : nearestFolder(dirname(path))
}
