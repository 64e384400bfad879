import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Backup, UPLOAD_LIMIT_BYTES, UPLOAD_PART_BYTES } from '@foyer/contract/operations/backups'
import { flush, uploadedName } from '#db/backup.ts'
import type { DataFolder } from '#db/data-folder.ts'
import { makePrivateFile } from '#db/file-rights.ts'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import { DAY_MS } from '#kit/durations.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { isDiskFull } from '#kit/storage-fault.ts'
import { assertUsable } from './backup-check.ts'
import { hasRoom } from './backup-rules.ts'
import type { BackupService } from './backup-service.ts'

const ID = /^[0-9a-f]{32}$/
const FILE = /^upload-[0-9a-f]{32}\.partial/
const ABANDONED_MS = DAY_MS

interface UploadParts {
  folder: DataFolder
  backups: BackupService
  clock: Clock
  log: Log
  box: SecretBox
}

/**
 * Backups that arrive in parts, each written to the disk before it is answered. How far one is, the size of its file
 * says, so it goes on after a restart; it is listed once it is whole and checked.
 */
export function createBackupUploads({ folder, backups, clock, log, box }: UploadParts) {
  function fileOf(id: string): string {
    const file = join(folder.backups, `upload-${id}.partial`)
    if (!ID.test(id) || !statSync(file, { throwIfNoEntry: false })) throw new Refusal('not_found')
    return file
  }

  function dropAbandoned(): void {
    for (const name of readdirSync(folder.backups).filter(one => FILE.test(one))) {
      const file = join(folder.backups, name)
      const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
      if (written < clock.now().getTime() - ABANDONED_MS) rmSync(file, { force: true })
    }
  }

  const describe = (id: string, received: number) => ({ id, received, part_bytes: UPLOAD_PART_BYTES })

  return {
    async begin(bytes: number) {
      if (bytes > UPLOAD_LIMIT_BYTES) throw new Refusal('backup_too_large')
      mkdirSync(folder.backups, { recursive: true, mode: 0o700 })
      dropAbandoned()
      const { bavail, bsize } = await statfs(folder.backups)
      if (!hasRoom(bavail * bsize, bytes)) throw new Refusal('no_room')
      const id = randomBytes(16).toString('hex')
      makePrivateFile(join(folder.backups, `upload-${id}.partial`))
      return describe(id, 0)
    },

    async addPart(id: string, offset: number, bytes: Buffer) {
      const file = fileOf(id)
      if (offset + bytes.length > UPLOAD_LIMIT_BYTES) throw new Refusal('backup_too_large')
      const handle = await open(file, 'r+')
      try {
        const { size } = await handle.stat()
        // A gap would be filled with zeros.
        if (offset > size) throw new Refusal('conflict', { extra: { received: size } })
        await handle.writev([bytes], offset)
        return describe(id, Math.max(size, offset + bytes.length))
      } catch (error) {
        if (isDiskFull(error)) throw new Refusal('no_room', { cause: error })
        throw error
      } finally {
        await handle.close()
      }
    },

    finish: (id: string): Promise<Backup> =>
      backups.exclusively('checked', async () => {
        const file = fileOf(id)
        try {
          await assertUsable(file, box)
        } catch (error) {
          if (error instanceof Refusal) dropFile(file)
          throw error
        }
        const name = uploadedName(clock.now())
        flush(file)
        renameSync(file, join(folder.backups, name))
        flush(folder.backups)
        log.info({ backup: name }, 'a backup was uploaded by an admin')
        return backups.find(name)
      }),

    cancel: (id: string) => dropFile(fileOf(id)),
  }
}

export type BackupUploads = ReturnType<typeof createBackupUploads>

function dropFile(file: string): void {
  for (const suffix of ['-wal', '-shm', '-journal', '']) rmSync(file + suffix, { force: true })
}
