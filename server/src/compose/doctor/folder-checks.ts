import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type DataFolder, networkFileSystem, proveRoom, readMounts } from '#db/data-folder.ts'
import { findOpenRights } from '#db/file-rights.ts'
import { type Finding, note, ok, problem } from './finding.ts'

const DOCTOR_PROBE = '.doctor-test'
const MEGABYTE = 1024 * 1024
/** Enough for the journal of a busy evening beside one backup. */
const SPARE_MB = 200
const LITTLE_MB = 2048

/** Whether the folder is there, belongs to whoever runs this, can be written, and is closed to others. */
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
  return [...ownership(folder, found.uid, uid), ...rights(folder), ...fileSystem(folder)]
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

/** What another user has made in the folder, the user that Foyer runs as cannot open. */
function ownership(folder: DataFolder, owner: number, uid: number | undefined): Finding[] {
  const files = [folder.database_file, `${folder.database_file}-wal`, folder.key_file, folder.backups]
  const others = files.filter(file => {
    const found = statSync(file, { throwIfNoEntry: false })
    return found !== undefined && found.uid !== owner
  })
  if (others.length > 0) {
    return [
      problem(
        'data folder',
        `Some files belong to another user than the folder (${owner}): ${others.join(', ')}. Give them to it with: chown -R ${owner} ${folder.path}`,
      ),
    ]
  }
  if (uid !== undefined && uid !== owner) {
    return [
      note(
        'data folder',
        `${folder.path} belongs to user ${owner}, and this command runs as user ${uid}. Run commands as the user Foyer runs as.`,
      ),
    ]
  }
  return [ok('data folder', `${folder.path} can be read and written.`)]
}

function rights(folder: DataFolder): Finding[] {
  const open = findOpenRights(folder)
  if (open.length === 0) return [ok('rights', 'Only the owner can read the files of Foyer.')]
  const names = open.map(({ name, mode }) => `${name} (${mode})`).join(', ')
  return [
    note(
      'rights',
      `Other users of this machine can read ${names}. Restrict it with: chmod -R go= ${folder.path}`,
    ),
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
