import type { Platform } from '#platform/platform.ts'
import { readBackupHealth } from './backup-health.ts'
import { createBackupSchedule } from './backup-jobs.ts'
import { backupRoutes } from './backup-routes.ts'
import { createBackupService } from './backup-service.ts'
import { createBackupUploads } from './backup-uploads.ts'
import { createRestoreService } from './restore-service.ts'

/** Copies of the database by a schedule and by admins, uploaded ones, and the way back to any of them. */
export function createBackupsSlice(platform: Platform) {
  const schedule = createBackupSchedule({ ...platform, place: platform.folder })
  const backups = createBackupService({ ...platform, schedule })
  const uploads = createBackupUploads({ ...platform, backups })
  const restores = createRestoreService({ ...platform, backups })
  return {
    api: { readBackupHealth: () => readBackupHealth(platform) },
    routes: backupRoutes({ backups, schedule, uploads, restores }),
    start: schedule.start,
  }
}
