import type { RefusalCode } from '@foyer/contract/refusals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ErrorForm } from './bind.ts'

/** Framework errors and their codes; its other request errors are 400. */
const FRAMEWORK: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_REOPENED_CLOSE_SERVER: 'unavailable',
  // The client disconnected while sending its body.
  ECONNRESET: 'validation',
}

/** PostgreSQL cannot store U+0000 in text, so such a value can neither be stored nor found. */
const NUL_IN_TEXT = '22021'

/** PostgreSQL refuses to compare an id with a number its column cannot hold: nothing has that id. */
const NUMBER_OUT_OF_RANGE = '22003'

/** Every error becomes a refusal; unexpected ones become 500 with a fixed sentence. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof StorageFault) return new Refusal('unavailable', { cause: error })
  if (error instanceof UpstreamFault) {
    return new Refusal('upstream_failed', { error: error.message, cause: error })
  }
  if (error instanceof Error && 'code' in error && error.code === NUL_IN_TEXT) {
    return new Refusal('validation', { cause: error })
  }
  if (error instanceof Error && 'code' in error && error.code === NUMBER_OUT_OF_RANGE) {
    return new Refusal('not_found', { cause: error })
  }
  if (error instanceof Error && 'statusCode' in error && 'code' in error) {
    const code = String(error.code)
    const known = FRAMEWORK[code]
    if (known) return new Refusal(known, { cause: error })
    const isOurs = code.startsWith('FST_ERR_') && Number(error.statusCode) < 500
    if (isOurs) return new Refusal('validation', { cause: error })
  }
  return new Refusal('internal', { cause: error })
}

/** A started response cannot be replaced; the client sees the connection end. */
export function breakOff(log: Log, error: unknown, reply: FastifyReply): void {
  log.error({ request_id: reply.request.id, err: error }, 'an answer broke off')
  reply.raw.destroy()
}

/** Errors are logged once, here (3.8.3), and plain refusals not at all: bugs as errors, the rest as warnings. */
export function logRefusal(log: Log, refusal: Refusal, request_id: string): void {
  if (refusal.status < 500) return
  const fields = { request_id, code: refusal.code, err: refusal.details.cause ?? refusal }
  if (refusal.code === 'internal') log.error(fields, 'a request failed')
  else log.warn(fields, 'a request could not be served')
}

const asJson: ErrorForm = refusal => ({
  content_type: 'application/json; charset=utf-8',
  body: JSON.stringify(refusal.body()),
})

export function answerError(log: Log, form: ErrorForm = asJson) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = asRefusal(error)
    logRefusal(log, refusal, request.id)
    if (refusal.status >= 500) reply.header('x-request-id', request.id)
    // A refusal is never cached, not even for an image (0.3).
    if (reply.getHeader('cache-control') !== undefined) reply.header('cache-control', 'no-store')
    const { content_type, body, headers, status = refusal.status } = form(refusal, request)
    return reply
      .code(status)
      .headers({ ...headers, ...refusal.details.headers })
      .header('content-type', content_type)
      .send(body)
  }
}
