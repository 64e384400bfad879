import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DataFolder } from './data-folder.ts'

const OWNER_ONLY = 0o600
/** Read and write permission for the group and for others. */
const OPEN_TO_OTHERS = 0o066

/** Names relative to the data folder, each with its original permissions (`644`). */
export interface FoundRights {
  name: string
  mode: string
}

export interface RightsReport {
  /** The data folder itself, if others can read it or remove its files. The admin decides about it; it is not changed. */
  folder: FoundRights | null
  /** Files that others could read until now. */
  closed: FoundRights[]
  /** Files that others can still read: another owner, a read-only mount, a file system without permissions. */
  open: FoundRights[]
}

/** An empty file that only its owner can read; SQLite uses the same permissions for the files beside it. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY))
  } catch {
    // It exists already, or SQLite will report why it cannot.
  }
}

/** Removes others' access to everything that holds people's data or the key. */
export function closeToOthers(folder: DataFolder, user = process.getuid?.()): RightsReport {
  const report: RightsReport = { folder: null, closed: [], open: [] }
  // Windows has a different permission model; these numbers mean nothing there.
  if (process.platform === 'win32') return report
  if (isFolderOpen(folder.path, user)) report.folder = { name: folder.path, mode: modeOf(folder.path) }
  for (const name of privateNames(folder)) {
    const path = join(folder.path, name)
    if (!isOpen(path)) continue
    const found = { name, mode: modeOf(path) }
    report[tryToClose(path) ? 'closed' : 'open'].push(found)
  }
  return report
}

/** The same without changing anything: everything that others can read now, the data folder included. */
export function findOpenRights(folder: DataFolder, user: number): FoundRights[] {
  if (process.platform === 'win32') return []
  const files = privateNames(folder).map(name => ({ name, path: join(folder.path, name) }))
  const open = files.filter(({ path }) => isOpen(path))
  const itself = isFolderOpen(folder.path, user) ? [{ name: folder.path, path: folder.path }] : []
  return [...itself, ...open].map(({ name, path }) => ({ name, mode: modeOf(path) }))
}

function privateNames(folder: DataFolder): string[] {
  const own = readdirSync(folder.path).filter(
    name => name.startsWith('foyer.') || name === basename(folder.key_file),
  )
  const backups = basename(folder.backups)
  if (!statSync(folder.backups, { throwIfNoEntry: false })?.isDirectory()) return own
  return [...own, backups, ...readdirSync(folder.backups).map(name => join(backups, name))]
}

function tryToClose(path: string): boolean {
  try {
    chmodSync(path, statSync(path).isDirectory() ? 0o700 : OWNER_ONLY)
  } catch {
    return false
  }
  return !isOpen(path)
}

/** A broken link is readable by nobody. */
function isOpen(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OPEN_TO_OTHERS) !== 0
}

const STICKY = 0o1000

/**
 * Two kinds of volume are open by design, and the files in them are still for their owner alone: that of the container
 * (E), which is sticky, so nobody removes another's files; and one that belongs to somebody else, such as that of a pod
 * (root's, open to the group of the pod), which Foyer cannot restrict and whose owner would lock Foyer out.
 */
function isFolderOpen(path: string, user: number | undefined): boolean {
  const { mode, uid } = statSync(path)
  return isOpen(path) && (mode & STICKY) === 0 && (user === 0 || user === uid)
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}
