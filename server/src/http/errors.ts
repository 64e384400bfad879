import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { ConstraintViolation, StorageFault } from '#kit/storage-fault.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'

/** Faults of the HTTP framework in our words. */
const FRAMEWORK: Record<string, ConstructorParameters<typeof Refusal>[0]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_REOPENED_CLOSE_SERVER: 'unavailable',
}

/** Everything thrown becomes a refusal; what we did not expect becomes 500 with a fixed sentence. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof StorageFault) return new Refusal('unavailable', { cause: error })
  if (error instanceof UpstreamFault) {
    return new Refusal('upstream_failed', { error: error.message, cause: error })
  }
  if (error instanceof ConstraintViolation) return new Refusal('conflict', { cause: error })
  if (error instanceof Error && 'statusCode' in error && 'code' in error) {
    const known = FRAMEWORK[String(error.code)]
    if (known) return new Refusal(known, { cause: error })
    if (Number(error.statusCode) < 500) return new Refusal('validation', { cause: error })
  }
  return new Refusal('internal', { cause: error })
}

/** The edge logs once (3.8.3): bugs with their stack, the rest without. */
export function answerError(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = asRefusal(error)
    // An answer that has begun cannot be replaced; the client sees the connection end.
    if (reply.sent || reply.raw.headersSent) {
      log.error({ request_id: request.id, err: error }, 'an answer broke off')
      reply.raw.destroy()
      return
    }
    if (refusal.status >= 500) {
      const fields = { request_id: request.id, code: refusal.code, err: refusal.details.cause ?? refusal }
      if (refusal.code === 'internal') log.error(fields, 'a request failed')
      else log.warn(fields, 'a request could not be served')
      reply.header('x-request-id', request.id)
    }
    const headers = refusal.details.headers ?? {}
    return reply
      .code(refusal.status)
      .headers(headers)
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(refusal.body()))
  }
}
