import type { LastRestore, RestorePreview } from '@foyer/contract/operations/backups'
import { statfs } from 'node:fs/promises'
import { readBackupContents } from '#db/backup-contents.ts'
import { stageRestore } from '#db/staged-restore.ts'
import { sha256, type SecretBox } from '#kit/crypto.ts'
import { Refusal } from '#kit/refusal.ts'
import { assertUsable } from './backup-check.ts'
import { hasRoom } from './backup-rules.ts'
import type { BackupParts, BackupService, FoundBackup } from './backup-service.ts'
import { countContents, countServers, endOtherSessions, listOpenSessions } from './restore-store.ts'

interface RestoreParts extends Omit<BackupParts, 'schedule'> {
  backups: BackupService
  box: SecretBox
  askForRestart: () => void
}

/**
 * Restores a backup while the server runs: the copy is prepared beside the database, the rename that decides comes
 * last, and the restart carries it out before anything else uses the database (db/staged-restore.ts).
 */
export function createRestoreService(parts: RestoreParts) {
  const { database, clock, log, folder, backups, box, askForRestart } = parts
  let decided: LastRestore | null = null

  async function assertPossible(): Promise<void> {
    if (decided) throw new Refusal('busy', { error: 'A backup is being restored right now.' })
    if ((await countServers(database)) > 1) throw new Refusal('database_shared')
  }

  return {
    async preview(name: string): Promise<RestorePreview> {
      await assertPossible()
      const found = backups.find(name)
      await assertUsable(found.path, box)
      const { last_used_at, ...contents } = readBackupContents(found.path)
      return {
        backup: found,
        last_used_at,
        contents,
        now: await countContents(database.read),
        confirmation: confirmationOf(found),
      }
    },

    restore: (name: string, confirmation: string, user_id: number): Promise<LastRestore> =>
      backups.exclusively('restored', async () => {
        await assertPossible()
        const found = backups.find(name)
        if (confirmationOf(found) !== confirmation) throw new Refusal('conflict')
        await assertRoom(folder.path, found)
        const open = await listOpenSessions(database.read)
        decided = await stageRestore(folder, {
          engine: database.engine,
          from: found.path,
          now: clock.now(),
          check: copy => assertUsable(copy, box),
          prepare: copy => endOtherSessions(copy, open),
        })
        log.warn({ backup: name, user_id }, 'an admin restores a backup; Foyer starts again on it')
        askForRestart()
        return decided
      }),
  }
}

export type RestoreService = ReturnType<typeof createRestoreService>

/** A file that was replaced since it was looked at has another one. */
function confirmationOf({ name, bytes, created_at, schema }: FoundBackup): string {
  return sha256([name, bytes, created_at, schema].join('\n'))
}

/** For the copy that takes the place of the database, and on PostgreSQL for the restore point. */
async function assertRoom(path: string, { bytes }: FoundBackup): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  if (!hasRoom(bavail * bsize, 2 * bytes)) throw new Refusal('no_room')
}
