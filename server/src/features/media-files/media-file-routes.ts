import * as routes from '@foyer/contract/media-files/media-files'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Binding, bind } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Download } from './download-service.ts'
import { contentDisposition } from './file-name-rules.ts'
import type { MediaFilesService } from './media-files.ts'
import { type RequestedRange, readRange } from './range-rules.ts'

/** 1:4.13 rule 5, in addition to the headers of every API response. */
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
    // RFC 9110, 14.2: ranges apply only to GET.
    const range: RequestedRange = isHead ? { is: 'whole' } : readRange(request.headers, file)
    const { start, length } = writeHead(reply, file, range)
    const part = { start, length: isHead ? 0 : length }
    await media.transfers.send(file.handle, part, { out: reply.raw, device_id: file.device_id })
  } finally {
    await file.handle.close()
  }
}

/** Null: the client left before there was anything to send. */
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

/** From here on the response is written directly: one head, and bytes without the framework. */
function writeHead(reply: FastifyReply, { size, etag, name }: Download, range: RequestedRange) {
  const accepted = { 'accept-ranges': 'bytes', etag }
  if (range.is === 'nothing') {
    const headers = { ...accepted, 'content-range': `bytes */${size}` }
    throw new Refusal('range_not_satisfiable', { headers })
  }
  const { start, end } = range.is === 'part' ? range : { start: 0, end: size - 1 }
  const length = end - start + 1
  reply.hijack()
  reply.raw.writeHead(range.is === 'part' ? 206 : 200, {
    // Set by the framework and above; its type allows undefined.
    ...(reply.getHeaders() as Record<string, string>),
    ...accepted,
    'content-type': 'application/octet-stream',
    'content-disposition': contentDisposition(name),
    'content-length': length,
    ...(range.is === 'part' && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  return { start, length }
}
