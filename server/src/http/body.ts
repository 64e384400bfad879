import type { FastifyInstance } from 'fastify'
import { Refusal } from '#kit/refusal.ts'

/** Fatal: bytes that are no UTF-8 are refused, not quietly replaced (0.3). */
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Bodies are read after session and permission (C18). Only JSON is taken (0.3); an empty body counts as
 * none whatever its declared type, since many clients label even that.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.headers['content-encoding']) return done(new Refusal('unsupported_media_type'))
    if (body.length === 0) return done(null, undefined)
    try {
      const value: unknown = JSON.parse(UTF8.decode(body as Buffer))
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return done(null, value)
      done(new Refusal('validation', { error: 'The body must be a JSON object.' }))
    } catch (cause) {
      done(new Refusal('validation', { error: 'The body is not valid JSON.', cause }))
    }
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    done(new Refusal('unsupported_media_type'))
  })
}
