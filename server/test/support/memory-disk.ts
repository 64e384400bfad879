import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY_DISK = '/dev/shm'
const ENOUGH_BYTES = 1024 ** 3

/** Thousands of databases are made and synced; where memory can be a disk with room, none waits for a real one. */
function placeForFolders(): string {
  if (!existsSync(MEMORY_DISK)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY_DISK)
  return bavail * bsize > ENOUGH_BYTES ? MEMORY_DISK : tmpdir()
}

const PLACE = placeForFolders()

/** A fresh folder that outlives single tests; who makes it removes it. */
export function lastingFolder(name: string): string {
  return mkdtempSync(join(PLACE, name))
}
