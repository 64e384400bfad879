import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DataFolder } from './data-folder.ts'

const OWNER_ONLY = 0o600
/** Read and write of the group and of everybody else. */
const OPEN_TO_OTHERS = 0o066

/** Names relative to the data folder, each with the rights it was found with (`644`). */
export interface FoundRights {
  name: string
  mode: string
}

export interface RightsReport {
  /** The data folder itself, when others can read or write it. It is the admin's and left as it is. */
  folder: FoundRights | null
  /** What others could read until now. */
  closed: FoundRights[]
  /** What others can still read: another owner, a read-only mount, a file system without rights. */
  open: FoundRights[]
}

/** An empty file that only its owner can read; SQLite keeps these rights, also for what it lays beside it. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY))
  } catch {
    // It is there already, or SQLite will say why it cannot be.
  }
}

/** Everything of ours that holds people's data or the key is closed to others, whatever rights it was found with. */
export function closeToOthers(folder: DataFolder): RightsReport {
  const report: RightsReport = { folder: null, closed: [], open: [] }
  // Windows has rights of another kind; these numbers say nothing there.
  if (process.platform === 'win32') return report
  if (isOpen(folder.path)) report.folder = { name: folder.path, mode: modeOf(folder.path) }
  for (const name of privateNames(folder)) {
    const path = join(folder.path, name)
    if (!isOpen(path)) continue
    const found = { name, mode: modeOf(path) }
    report[tryToClose(path) ? 'closed' : 'open'].push(found)
  }
  return report
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

/** A link that leads nowhere is open to nobody. */
function isOpen(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OPEN_TO_OTHERS) !== 0
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}
