import type { Platform } from '#platform/platform.ts'
import { createBackups } from './backup-jobs.ts'

/** A copy of the SQLite database every night. */
export function createBackupsSlice(platform: Platform) {
  const backups = createBackups({ ...platform, place: platform.folder })
  return { api: {}, routes: [], start: backups.schedule }
}
