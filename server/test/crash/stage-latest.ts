import { join } from 'node:path'
import { listBackups } from '#db/backup.ts'
import type { DataFolder } from '#db/data-folder.ts'
import type { Engine } from '#db/database.ts'

/** What a server would stage for the newest backup, without sessions to end. */
export function stagingOf(folder: DataFolder, engine: Engine, now: string) {
  return {
    engine,
    from: join(folder.backups, listBackups(folder.backups)[0] ?? ''),
    now: new Date(now),
    check: async () => {},
    prepare: async () => {},
  }
}
