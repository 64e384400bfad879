import { allRoutes } from '@foyer/contract'
import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { BESIDE_THE_CATALOGUE } from '#test/kids-surfaces.ts'
import { titleFieldsOf } from '#test/title-fields.ts'
import { nameOf } from '#test/title-routes.ts'
import { TITLE_SURFACES } from '#test/title-surfaces.ts'

/** The series or record of the library that the title in question is. */
const MATCH = ['match.title', 'match.tmdb_id', 'match.tvdb_id']

/**
 * 1:1.4: what a kids account can be told at all. The walks over the surfaces hold what is listed here; this list holds
 * that nothing is missing from the walks, down to the fields of an answer. Whoever adds a field that names a title
 * finds out here that somebody may not see it.
 */
const NAMED_BY: Record<string, readonly string[]> = {
  'GET /api/requests/book-library': ['authors[].overview', 'titles[].cover', 'titles[].title'],
  'GET /api/requests/book-recent': ['items[].cover', 'items[].title'],
  'GET /api/requests/book-authors': ['authors[].overview'],
  'GET /api/requests/book-author': ['author.overview', 'titles[].cover', 'titles[].title'],
  'GET /api/requests/book-series-detail': ['titles[].cover', 'titles[].title'],
  'GET /api/search/book': ['results[].cover', 'results[].overview', 'results[].title'],
  'GET /api/requests/book-status': [...MATCH],
  'GET /api/discover/music/search': ['results[].title'],
  'GET /api/discover/music/popular': ['results[].title'],
  'GET /api/discover/music/new-releases': ['results[].title'],
  'GET /api/discover/music/genre': ['results[].title'],
  'GET /api/media/music/{music_id}': ['title'],
  'GET /api/media/music/{music_id}/tracks': ['tracks[].title'],
  'GET /api/media/music/artists/{artist_id}': ['overview'],
  'GET /api/media/music/artists/{artist_id}/albums': ['results[].title'],
  'GET /api/discover/books/trending': ['books[].title'],
  'GET /api/notifications/inbox': ['entries[].data.title', 'entries[].data.tmdb_id'],
  'GET /api/issues': ['issues[].title', 'issues[].tmdb_id', 'issues[].tvdb_id'],
  'GET /api/issues/{id}': ['issue.title', 'issue.tmdb_id', 'issue.tvdb_id'],
  'GET /api/media-servers/listen': ['[].items[].title'],
  'GET /api/media-files/titles': ['files[].title'],
  'GET /api/requests/music-library': ['titles[].cover', 'titles[].title'],
  'GET /api/requests/music-recent': ['items[].cover', 'items[].title'],
  'GET /api/requests/music-artist': ['titles[].cover', 'titles[].title'],
  'GET /api/requests/music-status': [...MATCH],
  'GET /api/requests/music-saved': ['requests[].title'],
  'GET /api/discover/recently-added': ['items[].poster_path', 'items[].title', 'items[].tmdb_id'],
  'GET /api/releases': ['items[].poster', 'items[].title', 'items[].tmdb_id', 'items[].tvdb_id'],
  'POST /api/requests': [...MATCH, 'title'],
  'GET /api/requests': ['[].poster_path', '[].title', '[].tmdb_id'],
  'GET /api/requests/delivery-status': [...MATCH, 'title'],
  'POST /api/requests/{id}/delivery': [...MATCH, 'title'],
  'GET /api/search/all': [
    'groups[].items[].backdrop_path',
    'groups[].items[].genre_ids',
    'groups[].items[].overview',
    'groups[].items[].poster_path',
    'groups[].items[].title',
  ],
  'GET /api/assistants': ['tools[].title'],
  'POST /api/media/titles': ['items[].title', 'items[].tmdb_id'],
  'GET /api/requests/{tmdb_id}/status': [...MATCH],
  'POST /api/requests/statuses': ['items[].tmdb_id'],
  'GET /api/media-servers/latest': [
    'items[].cover',
    'items[].poster_path',
    'items[].title',
    'items[].tmdb_id',
  ],
  'GET /api/me/watchlist': ['entries[].poster_path', 'entries[].title'],
  'PUT /api/me/watchlist/{kind}/{id}': ['poster_path', 'title'],
}

/** No schema says what these answer, and it is no title. */
const WITHOUT_SCHEMA: Record<string, string> = {
  'GET /ping': 'a word',
  'GET /metrics': 'figures, of no title (C66)',
  'GET /api/openapi.json': 'the contract',
  'GET /api/docs': 'the contract',
  'DELETE /api/me/calendar-feed': 'nothing',
  'GET /mcp': 'a stream of notices about tools',
  'DELETE /mcp': 'nothing',
  'OPTIONS /mcp': 'nothing',
  'GET /destinations/confirm': 'a page about an address',
  'GET /passkeys/setup': 'a page to sign in',
  'GET /passkeys/create': 'a page to sign in',
  'GET /api/auth/oidc/start': 'a page to sign in',
  'GET /api/auth/oidc/callback': 'a page to sign in',
  'POST /api/auth/oidc/backchannel-logout': 'a page to sign in',
  'GET /oauth/authorize': 'a page to sign in',
  'POST /oauth/authorize': 'a page to sign in',
}

const catalogue = new Set(TITLE_SURFACES.map(({ route }) => nameOf(route)))
const reachable = allRoutes.filter(route => route.access !== 'admin' && !catalogue.has(nameOf(route)))

describe('what a kids account can be told besides the catalogue', () => {
  it('names titles by these fields and no others', () => {
    const found = reachable.flatMap(route => {
      const fields = titleFieldsOf(route.response)
      return fields.length > 0 ? [[nameOf(route), fields] as const] : []
    })
    expect(Object.fromEntries(found)).toEqual(NAMED_BY)
    expect(Object.keys(NAMED_BY).filter(name => !(name in BESIDE_THE_CATALOGUE))).toEqual([])
  })

  it('is limited by a schema, or is a surface, or names no title', () => {
    const free = reachable.filter(({ kind = 'json', response }) => kind !== 'json' || !response).map(nameOf)
    const listed = { ...BESIDE_THE_CATALOGUE, ...WITHOUT_SCHEMA }
    expect(free.filter(name => !(name in listed))).toEqual([])
    expect(Object.keys(WITHOUT_SCHEMA).filter(name => !free.includes(name))).toEqual([])
  })

  it('is found in lists, choices, records and shapes that contain themselves', () => {
    const Node = z.object({
      title: z.string(),
      get children() {
        return z.array(Node)
      },
    })
    const shape = z.object({
      nodes: z.array(Node),
      by_id: z.record(z.string(), z.object({ poster_path: z.string() })),
      subject: z.union([z.object({ tmdb_id: z.int() }), z.object({ name: z.string() })]),
    })
    expect(titleFieldsOf(shape)).toEqual(['by_id.*.poster_path', 'nodes[].title', 'subject.tmdb_id'])
  })
})
