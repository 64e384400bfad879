import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { iso } from '#kit/clock.ts'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { findDamage, flush, listBackups } from './backup.ts'
import { type DataFolder, lockDataFolder } from './data-folder.ts'

/**
 * Puts a backup in the place of the database. The running file is kept beside it, never overwritten; Foyer
 * must be stopped, which the folder lock proves. `name` is a file of the backups folder, a path, or `latest`.
 */
export function restoreBackup(
  folder: DataFolder,
  name: string,
  now: Date,
): { from: string; kept: string | null } {
  const lock = lockDataFolder(folder)
  try {
    const from = findBackup(folder, name)
    const damage = findDamage(from)
    if (damage) throw new StartupRefusal('That backup is damaged; nothing was changed. Choose another one.')
    const incoming = `${folder.database_file}.incoming`
    copyFileSync(from, incoming)
    flush(incoming)
    const kept = setAside(folder, now)
    renameSync(incoming, folder.database_file)
    flush(folder.path)
    return { from, kept }
  } finally {
    lock.release()
  }
}

function findBackup(folder: DataFolder, name: string): string {
  const chosen = name === 'latest' ? listBackups(folder.backups)[0] : name
  const path = chosen && (isAbsolute(chosen) ? chosen : join(folder.backups, chosen))
  if (!path || !existsSync(path)) {
    const known = listBackups(folder.backups)
    const list = known.length > 0 ? ` There are: ${known.join(', ')}.` : ' There are none yet.'
    throw new StartupRefusal(`There is no such backup.${list}`)
  }
  return path
}

/** The write-ahead files belong to the database they lie beside and move with it. */
function setAside(folder: DataFolder, now: Date): string | null {
  if (!existsSync(folder.database_file)) return null
  const kept = `${folder.database_file}.before-restore-${iso(now).replace(/[:.]/g, '-')}`
  renameSync(folder.database_file, kept)
  for (const suffix of ['-wal', '-shm']) {
    const file = folder.database_file + suffix
    if (!existsSync(file)) continue
    rmSync(kept + suffix, { force: true })
    renameSync(file, kept + suffix)
  }
  return kept
}
