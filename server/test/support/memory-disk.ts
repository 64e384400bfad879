import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY_DISK = '/dev/shm'
const ENOUGH_BYTES = 1024 ** 3

/** A run creates thousands of databases; in memory, where there is room, none waits for a real disk. */
function placeForFolders(): string {
  if (!existsSync(MEMORY_DISK)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY_DISK)
  return bavail * bsize > ENOUGH_BYTES ? MEMORY_DISK : tmpdir()
}

const PLACE = placeForFolders()

/** A new folder that outlives single tests; its caller removes it. */
export function lastingFolder(name: string): string {
  return mkdtempSync(join(PLACE, name))
}
