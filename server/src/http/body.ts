import type { FastifyInstance } from 'fastify'
import { Refusal } from '#kit/refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler receives the unparsed bytes. */
    raw_body?: boolean
  }
}

/** Fatal: bytes that are not UTF-8 are refused, not silently replaced (0.3). */
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Any JSON value; 400 otherwise. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes))
  } catch (cause) {
    throw new Refusal('validation', { error: 'The body must be valid JSON.', cause })
  }
}

/**
 * Bodies are read after session and permission (C18). Only JSON is accepted (0.3); an empty body counts as none
 * whatever its declared type, because many clients label even that.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.headers['content-encoding']) return done(new Refusal('unsupported_media_type'))
    if (body.length === 0) return done(null, undefined)
    if (request.routeOptions.config.raw_body) return done(null, body)
    try {
      const value = parseJson(body as Buffer)
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return done(null, value)
      done(new Refusal('validation', { error: 'The body must be a JSON object.' }))
    } catch (error) {
      done(error as Refusal)
    }
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    const isPlain = request.headers['content-encoding'] === undefined
    if (isPlain && request.routeOptions.config.raw_body) return done(null, body)
    done(new Refusal('unsupported_media_type'))
  })
}
