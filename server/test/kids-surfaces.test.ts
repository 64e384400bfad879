import { allRoutes } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import { TITLE_SURFACES } from '#features/discover-screen/titles/title-surfaces.ts'
import { answersTitles, mayNameTitles, nameOf } from '#test/title-routes.ts'

/**
 * 1:1.4: every surface that names a movie or show passes a kids account's limits. This is the table of all
 * of them beside the catalogue's own (`TITLE_SURFACES`), each with what it is cut by, or why it names none.
 */
const BESIDE_THE_CATALOGUE: Record<string, string> = {
  'GET /api/instances/{id}/proxy/{path*}': 'cutLibrary: kids-library.test.ts',
  'GET /api/instances/{id}/proxy/MediaCover/{path*}': 'a picture by the number of its record',
  'GET /api/releases': 'allowedInLibrary',
  'GET /api/events': 'canReceive: kids-events.test.ts',
  'GET /api/ws': 'canReceive: kids-events.test.ts',
  'GET /api/requests': 'allowedTitles: requests-kids.test.ts',
  'POST /api/requests': 'assertAllowed: requests-kids.test.ts',
  'POST /api/requests/preview': 'assertAllowed: requests-kids.test.ts',
  'GET /api/requests/delivery-status': 'assertAllowed: requests-kids.test.ts',
  'POST /api/requests/{id}/delivery': 'assertAllowed: requests-kids.test.ts',
  'GET /api/requests/options': 'assertAllowed: request-settings.test.ts',
  'GET /api/notifications/inbox': 'allowedTitles: inbox.test.ts',
  'GET /api/me/watchlist': 'allowedTitles: watchlist.test.ts',
  'GET /api/me/watchlist/keys': 'allowedTitles: watchlist.test.ts',
  'PUT /api/me/watchlist/{kind}/{id}': 'assertAllowed: watchlist.test.ts',
  'DELETE /api/me/watchlist/{kind}/{id}': 'answers no title',
  'GET /api/discover/recently-added': 'allowedTitles: recently-added.test.ts',
  'POST /api/media/titles': 'allowedTitles: discover-language.test.ts',
  'GET /api/media-servers/latest': 'allowedTitles: latest-on-servers.test.ts',
  'GET /api/me/library-access': 'kinds of libraries, of no title',
  'POST /api/me/library-access': 'kinds of libraries, of no title',
  'POST /api/issues': 'assertAllowed: issues-kids.test.ts',
  'GET /api/issues': 'allowedTitles: issues-kids.test.ts',
  'GET /api/issues/{id}': 'allowedTitles: issues-kids.test.ts',
  'GET /api/me/request-quotas': 'counts by medium, of no title',
  'GET /api/requests/{tmdb_id}/status': 'assertAllowed: library-status.test.ts',
  'POST /api/requests/statuses': 'allowedTitles: library-status.test.ts',
  'GET /api/requests/book-status': 'books, which carry no ratings',
  'GET /api/search/all': 'the filter of each source: kids-discovery.test.ts',
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
  'POST /api/media-files/tickets': 'the title of the file: media-files.test.ts',
  'POST /api/media-files/coverage': 'answers yes or no to paths, of no title',
  'GET /api/media-files/titles': 'assertAllowed: media-files-titles.test.ts',
  'GET /api/images/{size}/{file}': 'a picture by its name, which nobody knows who was not shown the title',
}

const inCatalogue = new Map(TITLE_SURFACES.map(surface => [nameOf(surface.route), surface.passes]))

describe('the table of title surfaces (1:1.4)', () => {
  const suspects = allRoutes.filter(mayNameTitles).map(nameOf)

  it('has every route that may name a movie or show to a kid', () => {
    expect(suspects.length).toBeGreaterThan(30)
    const missing = suspects.filter(name => !inCatalogue.has(name) && !(name in BESIDE_THE_CATALOGUE))
    expect(missing).toEqual([])
  })

  it('lets no answer of titles past the filter: pages, details and entries of titles each pass a door', () => {
    const unfiltered = TITLE_SURFACES.filter(({ passes }) => passes.length === 0).map(({ route }) => route)
    const named = unfiltered.filter(({ response }) => answersTitles(response))
    expect(named.map(nameOf)).toEqual([])
  })
})
