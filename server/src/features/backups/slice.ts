import type { Platform } from '#platform/platform.ts'
import { createBackups } from './backup-jobs.ts'
import { backupRoutes } from './backup-routes.ts'
import { createBackupService } from './backup-service.ts'

/** A copy of the SQLite database every night, and those that admins make. */
export function createBackupsSlice(platform: Platform) {
  const backups = createBackups({ ...platform, place: platform.folder })
  const service = createBackupService({ ...platform, place: platform.folder })
  return { api: {}, routes: backupRoutes(service), start: backups.schedule }
}
