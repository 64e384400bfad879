import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encoded, type Ready } from '#kit/ready.ts'
import { belongsToApi } from './not-found.ts'

const BASE_TAG = '<base href="/" />'
const HASHED_ASSET = /\/assets\//
const A_YEAR_SECONDS = 31_536_000

const NOT_BUILT = `<!doctype html><meta charset="utf-8"><title>Foyer</title>
<p>The web client has not been built yet. Run <code>npm run build</code>; the API already answers.</p>`

/** C33: scripts only from this origin, inline ones only by their hash, never inside another page's frame. */
function contentSecurityPolicy(html: string, image_origin: string): (origin: string) => string {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = inline.map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return origin =>
    [
      "default-src 'self'",
      ["script-src 'self'", ...hashes].join(' '),
      "style-src 'self' 'unsafe-inline'",
      // Posters come from the metadata provider, which a private mirror may serve without https.
      `img-src 'self' data: blob: https: ${image_origin}`,
      // Older Safari versions do not accept 'self' for the WebSocket of the same origin, so it is named.
      `connect-src 'self' ${origin.replace(/^http/, 'ws')}`,
      // Trailers play in the page; the frame is made when somebody presses play.
      'frame-src https://www.youtube-nocookie.com',
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ')
}

interface Shell {
  page: Ready
  etag: string
  policy: (origin: string) => string
  headers: Record<string, string>
}

function readShell({ folder, base_path, image_origin }: WebClientOptions): Shell {
  const file = join(folder, 'index.html')
  const source = existsSync(file) ? readFileSync(file, 'utf8') : NOT_BUILT
  const html = source.replace(BASE_TAG, `<base href="${base_path}/" />`)
  return {
    page: { bytes: Buffer.from(html), content_type: 'text/html; charset=utf-8' },
    // Weak: one tag for the page in every encoding.
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    policy: contentSecurityPolicy(html, image_origin),
    headers: {
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // The first image comes from there: the connection is opened while the page loads.
      link: `<${image_origin}>; rel=preconnect`,
      // The page names hashed files, so it must be revalidated; its ETag makes that cheap.
      'cache-control': 'no-cache',
    },
  }
}

export interface WebClient {
  /** Prepares `sendFile`. */
  addTo(app: FastifyInstance): void
  hasFile(path: string): boolean
  /** A built file, with ETag and the compressed variants made by the build. */
  sendFile(path: string, reply: FastifyReply): FastifyReply
  /**
   * The client's page, for every page address without a route (1/I). Its policy names `origin`, the origin it was
   * opened from.
   */
  sendPage(request: FastifyRequest, reply: FastifyReply, origin: string): Promise<unknown>
}

export interface WebClientOptions {
  folder: string
  base_path: string
  image_origin: string
}

/** As addresses. The page is not among them: it is never sent as it was built. */
function builtFiles(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const paths = files.map(file => `/${relative(folder, file).replaceAll(sep, '/')}`)
  return new Set(paths.filter(path => path !== '/index.html'))
}

export function createWebClient(options: WebClientOptions): WebClient {
  const shell = readShell(options)
  const files = builtFiles(options.folder)
  return {
    addTo(app) {
      if (files.size === 0) return
      void app.register(fastifyStatic, {
        root: options.folder,
        // A route for each of several hundred files would take a tenth of the start.
        serve: false,
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => {
          const forever = HASHED_ASSET.test(path)
          reply.headers({
            'cache-control': forever ? `public, max-age=${A_YEAR_SECONDS}, immutable` : 'no-cache',
            'x-content-type-options': 'nosniff',
            'referrer-policy': 'no-referrer',
          })
        },
      })
    },
    hasFile: path => files.has(path),
    sendFile: (path, reply) => reply.code(200).sendFile(path),
    async sendPage(request, reply, origin) {
      reply.code(200).headers({
        ...shell.headers,
        'content-security-policy': shell.policy(origin),
        etag: shell.etag,
        vary: 'accept-encoding',
      })
      if (matchesEtag(shell.etag, request.headers['if-none-match'])) return reply.code(304).send()
      const { bytes, encoding } = await encoded(shell.page, request.headers['accept-encoding'])
      if (encoding) reply.header('content-encoding', encoding)
      return reply.header('content-type', shell.page.content_type).send(bytes)
    },
  }
}

/** RFC 9110 §13.1.2, weak comparison: proxies that compress weaken the tag. */
function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some(tag => tag.trim() === '*' || opaque(tag) === opaque(etag))
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}

/** A missing file is a 404, not the page: a script tag must not get HTML. */
export function isPageAddress(path: string): boolean {
  return !belongsToApi(path) && !/\.[a-z0-9]{1,8}$/i.test(path)
}
