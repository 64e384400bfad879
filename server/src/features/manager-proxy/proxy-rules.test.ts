import { LIBRARY_MANAGERS, type LibraryManagerType } from '@foyer/contract/instances/instance-types'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isJsonRoute,
  isLookup,
  isOpenToUsers,
  isProxyAllowed,
  maxBytesOf,
  splitAddress,
  staysInside,
  withoutKeys,
  withoutStackTrace,
} from './proxy-rules.ts'

/** 1/I, the table as it is printed. */
const TABLE: Record<LibraryManagerType, string[]> = {
  movie_manager: ['movie', 'calendar', 'queue', 'history', 'wanted/missing', 'wanted/cutoff'],
  tv_manager: ['series', 'episode', 'calendar', 'queue', 'history', 'wanted/missing', 'wanted/cutoff'],
  book_manager: [
    'author',
    'book',
    'bookfile',
    'calendar',
    'queue',
    'history',
    'wanted/missing',
    'wanted/cutoff',
    'book/lookup',
    'author/lookup',
  ],
  music_manager: [
    'artist',
    'album',
    'artist/lookup',
    'album/lookup',
    'track',
    'trackfile',
    'calendar',
    'queue',
    'history',
    'wanted/missing',
    'wanted/cutoff',
  ],
}
const prefixOf = (type: LibraryManagerType) => (/movie|tv/.test(type) ? 'api/v3/' : 'api/v1/')

describe('what a user may read (1/I)', () => {
  it.each(LIBRARY_MANAGERS)('%s: the resources of the table and single records of them', type => {
    for (const resource of TABLE[type]) {
      expect([resource, isOpenToUsers(type, 'GET', prefixOf(type) + resource)]).toEqual([resource, true])
      expect(isOpenToUsers(type, 'GET', `${prefixOf(type)}${resource}/12`)).toBe(true)
      for (const method of ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        expect(isOpenToUsers(type, method, prefixOf(type) + resource)).toBe(false)
      }
    }
  })

  it.each([
    ['movie_manager', 'api/v3/movie/0'],
    ['movie_manager', 'api/v3/movie/-1'],
    ['movie_manager', 'api/v3/movie/12/'],
    ['movie_manager', 'api/v3/movie/12/files'],
    ['movie_manager', 'api/v3/movie/lookup'],
    ['movie_manager', 'api/v3/movie/%31'],
    ['movie_manager', 'api/v3//movie'],
    ['movie_manager', '/api/v3/movie'],
    ['movie_manager', 'api/v3/movie/../config'],
    ['movie_manager', 'api/v3/movie\\..\\config'],
    ['movie_manager', 'api/v1/movie'],
    ['movie_manager', 'API/v3/movie'],
    ['movie_manager', 'api/v3/Movie'],
    ['movie_manager', 'api/v3/series'],
    ['movie_manager', 'api/v3/config/host'],
    ['movie_manager', 'api/v3/'],
    ['movie_manager', 'movie'],
    ['movie_manager', ''],
    ['movie_manager', 'MediaCover/12/poster.jpg'],
    ['tv_manager', 'api/v3/notification'],
    ['tv_manager', 'api/v3/wanted'],
    ['book_manager', 'api/v1/rootfolder'],
    ['book_manager', 'MediaCover/Authors/1/poster.jpg'],
    ['book_manager', 'MediaCover/Books/1'],
    ['book_manager', 'MediaCover/Books/x/cover.jpg'],
    ['book_manager', 'MediaCover/Books/1/../2/cover.jpg'],
    ['music_manager', 'MediaCover/Books/1/cover.jpg'],
    ['music_manager', 'MediaCover/Albums/1/a/cover.jpg'],
    ['music_manager', 'api/v3/artist'],
  ] as const)('%s: not %j', (type, path) => expect(isOpenToUsers(type, 'GET', path)).toBe(false))

  it('pictures of books, artists and albums, by either address', () => {
    expect(isOpenToUsers('book_manager', 'GET', 'MediaCover/Books/12/cover-250.jpg')).toBe(true)
    expect(isOpenToUsers('book_manager', 'GET', 'api/v1/MediaCover/Books/12/cover.jpg')).toBe(true)
    expect(isOpenToUsers('music_manager', 'GET', 'MediaCover/Artists/3/poster.jpg')).toBe(true)
    expect(isOpenToUsers('music_manager', 'GET', 'MediaCover/Albums/3/cover.jpg')).toBe(true)
  })

  it('is never more than a listed prefix, whatever is asked', () => {
    const parts = fc.constantFrom('api', 'v3', 'v1', 'movie', 'queue', '..', '.', '', '%2e', '7', 'config')
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 6 }), fc.constantFrom(...LIBRARY_MANAGERS), (list, type) => {
        const path = list.join('/')
        if (!isOpenToUsers(type, 'GET', path)) return
        expect(path.startsWith(prefixOf(type))).toBe(true)
        expect(path).not.toMatch(/%|\.\.|\/\/|config/)
      }),
    )
  })

  it('admins reach everything', () => {
    expect(isProxyAllowed('admin', 'movie_manager', 'DELETE', 'api/v3/config/host')).toBe(true)
    expect(isProxyAllowed('user', 'movie_manager', 'DELETE', 'api/v3/movie/1')).toBe(false)
  })
})

it.each([
  ['api/v3/movie', true],
  ['api/v3/a..b', true],
  ['api/%2e%2e/x', false],
  ['../x', false],
  ['a/./b', false],
  ['a\\b', false],
  ['a%5Cb', false],
  ['a#b', false],
])('%j stays below the manager’s address: %s', (path, expected) => expect(staysInside(path)).toBe(expected))

it.each([
  ['api/v3/movie/lookup', true, true],
  ['api/v1/book/lookup', true, true],
  ['api/v3/lookups', false, true],
  ['api/v3/log/file/radarr.txt', false, false],
  ['MediaCover/Books/1/cover.jpg', false, false],
  ['ping', false, false],
])('%s is a lookup: %s, must be JSON: %s', (path, lookup, json) => {
  expect([isLookup(path), isJsonRoute(path)]).toEqual([lookup, json])
})

it('1/I passes the query on as it came, without keys in any spelling', () => {
  expect(withoutKeys('')).toBe('')
  expect(withoutKeys('a=1&apikey=x&b=%20y&b=2')).toBe('a=1&b=%20y&b=2')
  expect(withoutKeys('ApiKey=x')).toBe('')
  expect(withoutKeys('%61pikey=x&api_key=y&term=apikey')).toBe('term=apikey')
  expect(withoutKeys('%zz=1')).toBe('%zz=1')
})

it('reads what follows the proxy’s address without decoding it', () => {
  expect(splitAddress('/api/instances/in_a/proxy/api/v3/movie?a=%20b?c')).toEqual({
    path: 'api/v3/movie',
    query: 'a=%20b?c',
  })
  expect(splitAddress('/api/instances/in_a/proxy/a%2Fb/')).toEqual({ path: 'a%2Fb/', query: '' })
  expect(splitAddress('/api/instances/in_a/proxy/')).toEqual({ path: '', query: '' })
})

it('keeps stack traces out of errors', () => {
  const body = { message: 'NotFound', description: 'at Radarr.Http in /opt/radarr' }
  expect(withoutStackTrace(404, body)).toEqual({ message: 'NotFound' })
  expect(withoutStackTrace(200, body)).toEqual(body)
  expect(withoutStackTrace(400, [body])).toEqual([body])
})

describe('how much an answer may be (1/I)', () => {
  const MiB = 1024 * 1024
  it.each([
    ['api/v3/movie', 256],
    ['api/v3/movie/lookup', 256],
    ['api/v1/wanted/missing', 256],
    ['backup/manual/radarr.zip', 256],
    ['api/v3/movie/12', 8],
    ['api/v1/album/7', 8],
    ['api/v3/system/status', 8],
    ['api/v3/config/host', 8],
    ['api/v3/health', 8],
    ['api/v3/configuration', 256],
    ['MediaCover/12/poster.jpg', 20],
    ['api/v1/MediaCover/Books/12/cover.jpg', 20],
  ])('%s: %i MiB', (path, size) => {
    expect(maxBytesOf(path)).toBe(size * MiB)
  })
})
