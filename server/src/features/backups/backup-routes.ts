import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import * as routes from '@foyer/contract/operations/backups'
import type { FastifyReply } from 'fastify'
import { type Binding, bind } from '#http/bind.ts'
import type { BackupService } from './backup-service.ts'

export function backupRoutes(backups: BackupService): Binding[] {
  return [
    bind(routes.listBackups).to(() => backups.list()),
    bind(routes.makeBackup).to(() => backups.make()),
    bind(routes.downloadBackup).to(({ params, raw }) => send(backups.find(params.name), raw.reply)),
    bind(routes.deleteBackup).to(({ params }) => {
      backups.remove(params.name)
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
