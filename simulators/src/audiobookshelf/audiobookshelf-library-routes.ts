import { artBytes } from '../catalogue/art/art.ts'
import { type Answer, image, json, Refused, type SimRequest } from '../kit/answer.ts'
import { asList, asRecord, textIn } from '../kit/json.ts'
import type { SimServer } from '../kit/sim-server.ts'
import { bossOnly, caller, forbidden, notFound, plain, type ShelfAccess } from './audiobookshelf-access.ts'
import { canSeeLibrary, type ShelfUser } from './audiobookshelf-accounts.ts'
import {
  canSeeItem,
  itemResource,
  libraryResource,
  type ShelfItem,
  type ShelfLibrary,
} from './audiobookshelf-library.ts'

const FULL_WIDTH = 500

export interface LibraryRouteParts {
  server: SimServer
  access: ShelfAccess
  libraries: Map<string, ShelfLibrary>
  items: Map<string, ShelfItem>
  addLibrary: (name: string, path: string, mediaType: ShelfLibrary['media_type']) => ShelfLibrary
}

export function routeLibraries(parts: LibraryRouteParts): void {
  const { server, access, libraries } = parts
  const find = (request: SimRequest, user: ShelfUser) => {
    const id = request.params['id'] ?? ''
    if (!canSeeLibrary(user, id)) throw new Refused(forbidden())
    const library = libraries.get(id)
    if (!library) throw new Refused(plain(404, 'Library not found'))
    return library
  }
  server.route('GET /api/libraries', request => {
    const user = caller(access.callerOf(request))
    // A user limited to no library at all still gets every library listed.
    const limited = !user.permissions['accessAllLibraries'] && user.libraries.length > 0
    const seen = [...libraries.values()].filter(one => !limited || user.libraries.includes(one.id))
    return json({ libraries: seen.map((library, i) => libraryResource(library, i + 1)) })
  })
  server.route('POST /api/libraries', request => {
    bossOnly(caller(access.callerOf(request)))
    const body = asRecord(request.body)
    const name = textIn(body, 'name')
    const path = textIn(asRecord(asList(body['folders'])[0]), 'fullPath')
    if (!name || !path) return plain(400, 'Invalid request')
    const kind = textIn(body, 'mediaType') === 'podcast' ? 'podcast' : 'book'
    return json(libraryResource(parts.addLibrary(name, path, kind), libraries.size))
  })
  server.route('GET /api/libraries/:id', request => {
    const library = find(request, caller(access.callerOf(request)))
    return json(libraryResource(library, [...libraries.keys()].indexOf(library.id) + 1))
  })
  server.route('POST /api/libraries/:id/scan', request => {
    find(request, bossOnly(caller(access.callerOf(request))))
    return plain(200, 'OK')
  })
  server.route('GET /api/libraries/:id/items', request => listItems(parts, request, find))
  server.route('GET /api/libraries/:id/search', request => searchItems(parts, request, find))
  routeItems(parts)
}

type Find = (request: SimRequest, user: ShelfUser) => ShelfLibrary

function listItems({ access, items }: LibraryRouteParts, request: SimRequest, find: Find) {
  const user = caller(access.callerOf(request))
  const library = find(request, user)
  const limit = wholeNumber(request, 'limit')
  const page = wholeNumber(request, 'page')
  const seen = [...items.values()].filter(item => item.library_id === library.id && canSeeItem(user, item))
  if (request.query.get('sort') === 'addedAt') {
    seen.sort((a, b) => a.added_at - b.added_at)
    if (request.query.get('desc') === '1') seen.reverse()
  }
  const shown = limit > 0 ? seen.slice(page * limit, (page + 1) * limit) : seen
  return json({
    results: shown.map(item => itemResource(item, 'minified')),
    total: seen.length,
    limit,
    page,
    sortDesc: request.query.get('desc') === '1',
    mediaType: 'book',
    minified: request.query.get('minified') === '1',
    collapseseries: false,
    include: '',
    offset: page * limit,
  })
}

/** A value that is not a number counts as 0; negative and broken numbers are refused. */
function wholeNumber(request: SimRequest, name: string): number {
  const value = Number(request.query.get(name) ?? 0)
  if (Number.isNaN(value)) return 0
  if (!Number.isInteger(value) || value < 0) {
    throw new Refused(plain(400, `Invalid request. ${name} must be a positive integer`))
  }
  return value
}

/** Title by text; ASIN and ISBN by substring, without case. */
function searchItems({ access, items }: LibraryRouteParts, request: SimRequest, find: Find) {
  const user = caller(access.callerOf(request))
  const library = find(request, user)
  const query = request.query.get('q')?.toLowerCase()
  if (!query) return plain(400, 'Invalid request. Query param "q" must be a string')
  const limit = wholeNumber(request, 'limit') || 12
  const hits = [...items.values()].filter(item => {
    if (item.library_id !== library.id || !isListed(user, item)) return false
    return [item.book.title, item.isbn, item.asin].some(text => text?.toLowerCase().includes(query))
  })
  return json({
    book: hits.slice(0, limit).map(item => ({ libraryItem: itemResource(item, 'expanded') })),
    narrators: [],
    tags: [],
    genres: [],
    series: [],
    authors: [],
  })
}

/** Search is weaker than the item check: limited to no tag at all, a user still finds everything. */
function isListed(user: ShelfUser, item: ShelfItem): boolean {
  const unlimited = !user.permissions['accessAllTags'] && user.tags.length === 0
  if (!unlimited) return canSeeItem(user, item)
  return (
    canSeeLibrary(user, item.library_id) &&
    (!item.explicit || user.permissions['accessExplicitContent'] === true)
  )
}

function routeItems({ server, access, items }: LibraryRouteParts): void {
  server.route('GET /api/items/:id', request => {
    const user = caller(access.callerOf(request))
    const item = items.get(request.params['id'] ?? '')
    if (!item) return notFound()
    if (!canSeeItem(user, item)) return forbidden()
    return json(itemResource(item, request.query.get('expanded') === '1' ? 'expanded' : 'plain'))
  })
  // Covers are open to anybody who knows the id of the item.
  server.route('GET /api/items/:id/cover', request => serveCover(items, request), 'open')
  server.route('GET /api/tags', request => {
    bossOnly(caller(access.callerOf(request)))
    return json({ tags: [...new Set([...items.values()].flatMap(item => item.tags))].toSorted() })
  })
}

/** Made smaller on request, never larger. */
function serveCover(items: LibraryRouteParts['items'], request: SimRequest): Answer {
  const item = items.get(request.params['id'] ?? '')
  if (!item?.has_cover) return notFound()
  const bytes = artBytes(item.book.cover_path.slice(1), `w${wholeNumber(request, 'width') || FULL_WIDTH}`)
  return bytes ? image(bytes) : notFound()
}
