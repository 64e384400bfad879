import { BackupSchedule } from '@foyer/contract/operations/backups'
import { NIGHTLY_COPIES_KEPT } from '#db/backup.ts'
import { defineSetting } from '#settings/settings.ts'

/** Half past three, when hardly anybody uses the server. */
export const backupSchedule = defineSetting({
  key: 'backup_schedule',
  schema: BackupSchedule,
  default: { every: 'daily', hour: 3, keep: NIGHTLY_COPIES_KEPT },
})
