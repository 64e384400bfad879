import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { Role } from '@foyer/contract/permissions'

const SHARED = ['calendar', 'queue', 'history', 'wanted/missing', 'wanted/cutoff'] as const

interface OpenPart {
  prefix: string
  resources: readonly string[]
  /** Folders of pictures, such as `MediaCover/Books/12/cover.jpg`. */
  pictures: readonly string[]
}

/** 1/I: the resources every user may read from the managers they can see. */
const OPEN: Record<LibraryManagerType, OpenPart> = {
  movie_manager: { prefix: 'api/v3/', resources: ['movie', ...SHARED], pictures: [] },
  tv_manager: { prefix: 'api/v3/', resources: ['series', 'episode', ...SHARED], pictures: [] },
  book_manager: {
    prefix: 'api/v1/',
    resources: ['author', 'book', 'bookfile', ...SHARED, 'book/lookup', 'author/lookup'],
    pictures: ['Books'],
  },
  music_manager: {
    prefix: 'api/v1/',
    resources: ['artist', 'album', 'artist/lookup', 'album/lookup', 'track', 'trackfile', ...SHARED],
    pictures: ['Artists', 'Albums'],
  },
}

/** 1/I: GET of `{resource}` or `{resource}/{positive int}`, without encoded, empty or `..` segments. */
export function isOpenToUsers(type: LibraryManagerType, method: string, path: string): boolean {
  if (method !== 'GET' || !/^[A-Za-z0-9/._-]+$/.test(path)) return false
  if (path.split('/').some(segment => segment === '' || segment.includes('..'))) return false
  const { prefix, resources, pictures } = OPEN[type]
  const rest = path.startsWith(prefix) ? path.slice(prefix.length) : null
  if (isPicture(rest ?? path, pictures)) return true
  return rest !== null && resources.includes(rest.replace(/\/[1-9][0-9]*$/, ''))
}

/** Managers refer to pictures by their own address, which has no prefix. */
function isPicture(path: string, folders: readonly string[]): boolean {
  const [first, folder = '', id = '', file, ...more] = path.split('/')
  if (first !== 'MediaCover' || file === undefined || more.length > 0) return false
  return folders.includes(folder) && /^[1-9][0-9]*$/.test(id)
}

export function isProxyAllowed(role: Role, type: LibraryManagerType, method: string, path: string): boolean {
  return role === 'admin' || isOpenToUsers(type, method, path)
}

/**
 * Whether a path stays below the manager's address. Many servers decode backslashes and encoded dots, so they count as
 * their decoded form.
 */
export function staysInside(path: string): boolean {
  if (/[\\#\s]|%5c|%00/i.test(path)) return false
  return path.split('/').every(segment => !/^(\.|%2e){1,2}$/i.test(segment))
}

/** 1/I: lookups call external providers and have their own time limit. */
export function isLookup(path: string): boolean {
  return /(^|\/)lookup$/i.test(path)
}

/** Whether the manager's response must be JSON: its API, except for named files. */
export function isJsonRoute(path: string): boolean {
  return /^api\//i.test(path) && !/\.[A-Za-z0-9]+$/.test(path)
}

const MiB = 1024 * 1024
/** 1/I. */
const LIST_BYTES = 256 * MiB
/** One movie, one setting or the manager's own state: much smaller than a list. */
const RECORD_BYTES = 8 * MiB
const PICTURE_BYTES = 20 * MiB

/** The maximum size of the response for this path. */
export function maxBytesOf(path: string): number {
  if (/(^|\/)MediaCover\//i.test(path)) return PICTURE_BYTES
  const resource = path.replace(/^api\/v\d+\//i, '')
  const isRecord = /\/[1-9][0-9]*$/.test(path) || /^(system|config|health|ping)(\/|$)/i.test(resource)
  return isRecord && isJsonRoute(path) ? RECORD_BYTES : LIST_BYTES
}

/** The query without API keys: managers prefer a key in the address to the one in the header. */
export function withoutKeys(query: string): string {
  return query
    .split('&')
    .filter(part => !/^api_?key$/i.test(nameOf(part)))
    .join('&')
}

function nameOf(part: string): string {
  const name = part.split('=', 1)[0] ?? ''
  try {
    return decodeURIComponent(name.replaceAll('+', ' ')).trim()
  } catch {
    // Invalid percent-encoding: judged literally.
    return name
  }
}

/** The part of the address after `/proxy/`, exactly as sent. */
export function splitAddress(url: string): { path: string; query: string } {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const query = mark < 0 ? '' : url.slice(mark + 1)
  // `/api/instances/{id}/proxy/…`: an empty segment, four names, then the manager's path.
  return { path: path.split('/').slice(5).join('/'), query }
}

/** Managers put their stack traces here (servarr-common.md, 2). */
export function withoutStackTrace(status: number, body: unknown): unknown {
  if (status < 400 || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { description: _trace, ...rest } = body as Record<string, unknown>
  return rest
}
