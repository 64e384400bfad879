import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import * as routes from '@foyer/contract/operations/backups'
import type { FastifyReply } from 'fastify'
import { type Binding, bind } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import type { BackupScheduler } from './backup-jobs.ts'
import type { BackupService } from './backup-service.ts'
import type { BackupUploads } from './backup-uploads.ts'
import type { RestoreService } from './restore-service.ts'

interface RouteParts {
  backups: BackupService
  schedule: BackupScheduler
  uploads: BackupUploads
  restores: RestoreService
}

export function backupRoutes({ backups, schedule, uploads, restores }: RouteParts): Binding[] {
  return [
    bind(routes.listBackups).to(() => backups.list()),
    bind(routes.makeBackup).to(() => backups.make()),
    bind(routes.downloadBackup).to(({ params, raw }) => send(backups.find(params.name), raw.reply)),
    bind(routes.deleteBackup).to(({ params }) => {
      backups.remove(params.name)
      return { status: 'deleted' }
    }),
    bind(routes.saveBackupSchedule).to(({ body }) => schedule.save(body)),
    bind(routes.previewRestore).to(({ params }) => restores.preview(params.name)),
    bind(routes.restoreBackup).to(({ params, body, caller }) =>
      restores.restore(params.name, body.confirmation, caller.user_id),
    ),
    bind(routes.beginBackupUpload).to(({ body }) => uploads.begin(body.bytes)),
    bind(routes.sendBackupPart).to(({ params, query, raw }) => {
      if (!raw.bytes) throw new Refusal('validation', { error: 'Send the bytes of the file as the body.' })
      return uploads.addPart(params.id, query.offset, raw.bytes)
    }),
    bind(routes.finishBackupUpload).to(({ params }) => uploads.finish(params.id)),
    bind(routes.cancelBackupUpload).to(({ params }) => {
      uploads.cancel(params.id)
      return { status: 'deleted' }
    }),
  ]
}

/** A client that leaves ends the reading. */
async function send({ path, name, bytes }: ReturnType<BackupService['find']>, reply: FastifyReply) {
  reply.hijack()
  reply.raw.writeHead(200, {
    // Set by the framework; its type allows undefined.
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
    'content-length': bytes,
  })
  await pipeline(createReadStream(path), reply.raw)
}
