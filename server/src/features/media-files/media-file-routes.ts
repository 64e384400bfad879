import * as routes from '@foyer/contract/media-files'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Binding, bind } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Download } from './download-service.ts'
import { contentDisposition } from './file-name-rules.ts'
import type { MediaFilesService } from './media-files.ts'
import { type RequestedRange, readRange } from './range-rules.ts'

/** 1:4.13 rule 5, beside what every answer of the API carries. */
const GUARDS = {
  'content-security-policy': 'sandbox',
  'cross-origin-resource-policy': 'same-origin',
}

export function mediaFileRoutes(media: MediaFilesService): Binding[] {
  const { downloads, titleFiles, preview } = media
  return [
    bind(routes.postDownloadTicket).to(({ caller, body }) => downloads.ticket(caller, body)),
    bind(routes.postDownloadCoverage).to(({ caller, body }) => downloads.coverage(caller, body)),
    bind(routes.getDownload).to(({ params, raw }) => answerDownload(media, params.ticket, raw)),
    bind(routes.getTitleFiles).to(({ caller, query }) => titleFiles(caller, query)),
    bind(routes.postMappingCoverage).to(({ params, body }) => preview(params.id, body.media_path_mappings)),
  ]
}

interface Raw {
  request: FastifyRequest
  reply: FastifyReply
}

async function answerDownload(media: MediaFilesService, ticket: string, { request, reply }: Raw) {
  reply.headers(GUARDS)
  const file = await openWhileThere(media, ticket, reply)
  if (!file) return
  try {
    const isHead = request.method === 'HEAD'
    // RFC 9110, 14.2: a range is of GET alone.
    const asked: RequestedRange = isHead ? { is: 'whole' } : readRange(request.headers, file)
    const { start, length } = writeHead(reply, file, asked)
    const part = { start, length: isHead ? 0 : length }
    await media.transfers.send(file.handle, part, { out: reply.raw, device_id: file.device_id })
  } finally {
    await file.handle.close()
  }
}

/** Null: the client left before there was anything to send, so nobody hears an answer. */
async function openWhileThere({ downloads }: MediaFilesService, ticket: string, reply: FastifyReply) {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  reply.raw.once('close', leave)
  try {
    return await downloads.open(ticket, leaving.signal)
  } catch (error) {
    if (!leaving.signal.aborted) throw error
    reply.hijack()
    return null
  } finally {
    reply.raw.off('close', leave)
  }
}

/** From here on the answer is ours: one head, and bytes past the framework. */
function writeHead(reply: FastifyReply, { size, etag, name }: Download, asked: RequestedRange) {
  const accepted = { 'accept-ranges': 'bytes', etag }
  if (asked.is === 'nothing') {
    const headers = { ...accepted, 'content-range': `bytes */${size}` }
    throw new Refusal('range_not_satisfiable', { headers })
  }
  const { start, end } = asked.is === 'part' ? asked : { start: 0, end: size - 1 }
  const length = end - start + 1
  reply.hijack()
  reply.raw.writeHead(asked.is === 'part' ? 206 : 200, {
    // Set by the edge and above; the framework's type allows for undefined.
    ...(reply.getHeaders() as Record<string, string>),
    ...accepted,
    'content-type': 'application/octet-stream',
    'content-disposition': contentDisposition(name),
    'content-length': length,
    ...(asked.is === 'part' && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  return { start, length }
}
