type Ask = readonly [method: string, path: string, body?: object]

/** One movie as a person who wanted, watched and reported it knows it. */
export interface KnownMovie {
  movie: { media_type: 'movie'; tmdb_id: number }
  query: string
  title: string
  movies: string
  request_id: number
  issue_id: number
}

interface GatedSurface {
  passes: string
  told_in: string
  ask: ((known: KnownMovie) => Ask) | undefined
}

/** A surface that names titles: what cuts it, which test tells that in full, and how the walk below asks it about a movie. */
const gated = (passes: string, told_in: string, ask?: GatedSurface['ask']): GatedSurface => ({
  passes,
  told_in,
  ask,
})

/**
 * 1:1.4: every surface that names a movie or show passes a kids account's limits. This is the table of all
 * of them beside the catalogue's own (`TITLE_SURFACES`), each with what it is cut by and the test in `server/test/kids` or beside it that
 * tells so in full, or why it names none.
 */
export const BESIDE_THE_CATALOGUE: Record<string, string | GatedSurface> = {
  'GET /api/instances/{id}/proxy/{path*}': gated('cutLibrary', 'kids-library.test.ts', ({ movies }) => [
    'GET',
    `/api/instances/${movies}/proxy/api/v3/movie`,
  ]),
  'GET /api/instances/{id}/proxy/MediaCover/{path*}': 'a picture by the number of its record',
  'HEAD /api/instances/{id}/proxy/{path*}': 'for admins alone: ../libraries/proxy.test.ts',
  'POST /api/instances/{id}/proxy/{path*}': 'for admins alone: ../libraries/proxy.test.ts',
  'PUT /api/instances/{id}/proxy/{path*}': 'for admins alone: ../libraries/proxy.test.ts',
  'PATCH /api/instances/{id}/proxy/{path*}': 'for admins alone: ../libraries/proxy.test.ts',
  'DELETE /api/instances/{id}/proxy/{path*}': 'for admins alone: ../libraries/proxy.test.ts',
  'GET /api/releases': gated('allowedInLibrary', '../discover/releases.test.ts', () => [
    'GET',
    '/api/releases?start=2026-11-15&end=2026-12-31',
  ]),
  'GET /api/calendar/{file}': gated('allowedInLibrary', '../discover/releases-feed.test.ts'),
  'GET /api/events': gated('canReceive', 'kids-events.test.ts'),
  'GET /api/ws': gated('canReceive', 'kids-events.test.ts'),
  'GET /api/requests': gated('allowedTitles', '../requests/requests-kids.test.ts', () => [
    'GET',
    '/api/requests',
  ]),
  'POST /api/requests': gated('assertAllowed', '../requests/requests-kids.test.ts'),
  'POST /api/requests/preview': gated('assertAllowed', '../requests/requests-kids.test.ts', ({ movie }) => [
    'POST',
    '/api/requests/preview',
    movie,
  ]),
  'GET /api/requests/delivery-status': gated(
    'assertAllowed',
    '../requests/requests-kids.test.ts',
    ({ request_id }) => ['GET', `/api/requests/delivery-status?request_id=${request_id}&include_live=false`],
  ),
  'POST /api/requests/{id}/delivery': gated('assertAllowed', '../requests/requests-kids.test.ts'),
  'GET /api/requests/options': gated('assertAllowed', '../requests/request-settings.test.ts', ({ query }) => [
    'GET',
    `/api/requests/options?${query}`,
  ]),
  'GET /api/notifications/inbox': gated('allowedTitles', '../notifications/inbox.test.ts', () => [
    'GET',
    '/api/notifications/inbox',
  ]),
  'GET /api/me/watchlist': gated('allowedTitles', '../discover/watchlist.test.ts', () => [
    'GET',
    '/api/me/watchlist',
  ]),
  'GET /api/me/watchlist/keys': gated('allowedTitles', '../discover/watchlist.test.ts', () => [
    'GET',
    '/api/me/watchlist/keys',
  ]),
  'PUT /api/me/watchlist/{kind}/{id}': gated(
    'assertAllowed',
    '../discover/watchlist.test.ts',
    ({ movie }) => ['PUT', `/api/me/watchlist/movie/${movie.tmdb_id}`, {}],
  ),
  'DELETE /api/me/watchlist/{kind}/{id}': 'answers no title',
  'GET /api/discover/recently-added': gated('allowedTitles', '../discover/recently-added.test.ts', () => [
    'GET',
    '/api/discover/recently-added',
  ]),
  'POST /api/media/titles': gated('allowedTitles', '../discover/discover-language.test.ts'),
  'GET /api/media-servers/latest': gated('allowedTitles', '../discover/latest-on-servers.test.ts', () => [
    'GET',
    '/api/media-servers/latest',
  ]),
  'GET /api/media-servers/{id}/covers/{item_id}':
    'of books in the list of the caller: ../discover/latest-on-servers.test.ts',
  'GET /api/media-servers/watch': gated('assertAllowed', '../discover/watch.test.ts', ({ query }) => [
    'GET',
    `/api/media-servers/watch?${query}`,
  ]),
  'POST /api/set-top-boxes/{id}/open':
    'no kids account may use a box: ../set-top-boxes/set-top-boxes.test.ts',
  'GET /api/me/library-access': 'kinds of libraries, of no title',
  'POST /api/me/library-access': 'kinds of libraries, of no title',
  'POST /api/issues': gated('assertAllowed', '../repairs/issues-kids.test.ts'),
  'GET /api/issues': gated('allowedTitles', '../repairs/issues-kids.test.ts', () => ['GET', '/api/issues']),
  'GET /api/issues/{id}': gated('allowedTitles', '../repairs/issues-kids.test.ts', ({ issue_id }) => [
    'GET',
    `/api/issues/${issue_id}`,
  ]),
  'POST /api/ai/chat': gated('the tools', '../security/chat-kids.test.ts'),
  'POST /mcp': gated('the tools', 'kids-tools.test.ts'),
  'GET /api/assistants': 'names of tools',
  'GET /api/me/request-quotas': 'counts by medium, of no title',
  'GET /api/requests/{tmdb_id}/status': gated(
    'assertAllowed',
    '../libraries/library-status.test.ts',
    ({ movie }) => ['GET', `/api/requests/${movie.tmdb_id}/status?media_type=movie`],
  ),
  'POST /api/requests/statuses': gated(
    'allowedTitles',
    '../libraries/library-status.test.ts',
    ({ movie }) => ['POST', '/api/requests/statuses', { items: [movie] }],
  ),
  'GET /api/requests/book-status': 'books, which carry no ratings',
  'GET /api/search/all': gated('the filter of each source', 'kids-discovery.test.ts', ({ title }) => [
    'GET',
    `/api/search/all?query=${encodeURIComponent(title)}&types=movie,tv,person`,
  ]),
  'GET /api/media-servers/listen': 'books, which carry no ratings',
  'GET /api/search/book': 'books, which carry no ratings',
  'GET /api/requests/book-library': 'books, which carry no ratings',
  'GET /api/requests/book-recent': 'books, which carry no ratings',
  'GET /api/requests/book-authors': 'books, which carry no ratings',
  'GET /api/requests/book-author': 'books, which carry no ratings',
  'GET /api/requests/book-series': 'books, which carry no ratings',
  'GET /api/requests/book-series-detail': 'books, which carry no ratings',
  'GET /api/discover/music/search': 'music carries no ratings (1:4.3)',
  'GET /api/discover/music/popular': 'music carries no ratings (1:4.3)',
  'GET /api/discover/music/new-releases': 'music carries no ratings (1:4.3)',
  'GET /api/discover/music/genre': 'music carries no ratings (1:4.3)',
  'GET /api/discover/music/artists': 'music carries no ratings (1:4.3)',
  'GET /api/discover/music/artwork/{music_id}': 'music carries no ratings (1:4.3)',
  'GET /api/discover/music/artist-pictures/{artist_id}': 'music carries no ratings (1:4.3)',
  'GET /api/genres/music': 'music carries no ratings (1:4.3)',
  'GET /api/media/music/{music_id}': 'music carries no ratings (1:4.3)',
  'GET /api/media/music/{music_id}/tracks': 'music carries no ratings (1:4.3)',
  'GET /api/media/music/artists/{artist_id}': 'music carries no ratings (1:4.3)',
  'GET /api/media/music/artists/{artist_id}/albums': 'music carries no ratings (1:4.3)',
  'GET /api/requests/music-library': 'music, which carries no ratings',
  'GET /api/requests/music-recent': 'music, which carries no ratings',
  'GET /api/requests/music-artists': 'music, which carries no ratings',
  'GET /api/requests/music-artist': 'music, which carries no ratings',
  'GET /api/requests/music-status': 'music, which carries no ratings',
  'GET /api/requests/music-saved': 'music, which carries no ratings',
  'GET /api/discover/books/trending': 'books carry no ratings; kids see the same list (1:4.4)',
  'GET /api/discover/books/images/{path*}': 'a cover by its name',
  'GET /api/discover/books/search': 'retired',
  'GET /api/discover/books/{feed}': 'retired',
  'GET /api/genres/book': 'retired',
  'GET /api/media/book/{workId}': 'retired',
  'GET /api/media/book/{workId}/request-target': 'retired',
  'POST /api/media-files/tickets': gated('the title of the file', '../libraries/media-files.test.ts'),
  'GET /api/media-files/download/{ticket}': gated(
    'the title of the file',
    '../libraries/media-files.test.ts',
  ),
  'POST /api/media-files/coverage': 'answers yes or no to paths, of no title',
  'GET /api/media-files/titles': gated('assertAllowed', '../libraries/media-files-titles.test.ts'),
  'GET /api/images/{size}/{file}': 'a picture by its name, which nobody knows who was not shown the title',
}
