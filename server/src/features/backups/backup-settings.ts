import { BackupSchedule } from '@foyer/contract/operations/backups'
import { Time } from '@foyer/contract/primitives'
import { z } from 'zod'
import { NIGHTLY_COPIES_KEPT } from '#db/backup.ts'
import { defineSetting } from '#settings/settings.ts'

/** Half past three, when hardly anybody uses the server. */
export const backupSchedule = defineSetting({
  key: 'backup_schedule',
  schema: BackupSchedule,
  default: { every: 'daily', hour: 3, keep: NIGHTLY_COPIES_KEPT },
})

/** For all servers on this database. If there are several, each lists only its own backups. */
export const backupRecord = defineSetting({
  key: 'backup_record',
  schema: z.object({
    /** The newest that the schedule or an admin made. */
    last_at: Time.nullable(),
    /** Since when the schedule is as often as it is. */
    on_since: Time.nullable(),
  }),
  default: { last_at: null, on_since: null },
})
