import { allRoutes } from '@foyer/contract'
import { MOVIE } from '@foyer/simulators'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { TITLE_SURFACES } from '#test/title-surfaces.ts'
import { type Call, expectOk, setGrants } from '#test/calls.ts'
import { setContentLimits } from '#test/content-limits.ts'
import { reported } from '#test/issue-calls.ts'
import { installHook } from '#test/library-hooks.ts'
import { addInstance, managerForm } from '#test/managers.ts'
import { create } from '#test/request-calls.ts'
import { answersTitles, mayNameTitles, nameOf } from '#test/title-routes.ts'
import { buildWorld } from '#test/world.ts'

type Ask = readonly [method: string, path: string, body?: object]

/** One movie as a person who wanted, watched and reported it knows it. */
interface KnownMovie {
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
 * of them beside the catalogue's own (`TITLE_SURFACES`), each with what it is cut by, or why it names none.
 */
const BESIDE_THE_CATALOGUE: Record<string, string | GatedSurface> = {
  'GET /api/instances/{id}/proxy/{path*}': gated('cutLibrary', 'kids-library.test.ts', ({ movies }) => [
    'GET',
    `/api/instances/${movies}/proxy/api/v3/movie`,
  ]),
  'GET /api/instances/{id}/proxy/MediaCover/{path*}': 'a picture by the number of its record',
  'GET /api/releases': gated('allowedInLibrary', '../discover/releases.test.ts', () => [
    'GET',
    '/api/releases?start=2026-11-15&end=2026-12-31',
  ]),
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
  'POST /api/media-files/coverage': 'answers yes or no to paths, of no title',
  'GET /api/media-files/titles': gated('assertAllowed', '../libraries/media-files-titles.test.ts'),
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

  it('is told by tests that are there and have a kids account', () => {
    const files = new Set(
      Object.values(BESIDE_THE_CATALOGUE).flatMap(row => (typeof row === 'string' ? [] : row.told_in)),
    )
    const silent = [...files].filter(
      file => !/kids|limits/i.test(readFileSync(new URL(file, import.meta.url), 'utf8')),
    )
    expect(silent).toEqual([])
  })

  it('lets no answer of titles past the filter: pages, details and entries of titles each pass one of its methods', () => {
    const unfiltered = TITLE_SURFACES.filter(({ passes }) => passes.length === 0).map(({ route }) => route)
    const named = unfiltered.filter(({ response }) => answersTitles(response))
    expect(named.map(nameOf)).toEqual([])
  })
})

/** Within the limits of the tests, and above them. Both come out around today. */
const FIT = MOVIE.with_file
const UNFIT = MOVIE.upcoming

/** Uma and Kim each wanted, follow and reported both movies, which then arrived. After that Kim became a kid. */
async function fill() {
  const world = await buildWorld({
    products: ['tmdb', 'trakt', 'jellyfin'],
    instances: ['movies'],
    users: ['uma', 'kim'],
  })
  const { app, admin, asAdmin, users, catalogue, radarr, jellyfin, instance_ids, settle } = world
  const { movies } = instance_ids
  const form = managerForm('account_server_a', 'Den', jellyfin)
  const server_config = { public_address: 'https://den.example/' }
  const den = (await addInstance(app, admin.access_token, { ...form, server_config })).id

  async function involve(as: Call, user_id: number, account: string): Promise<Map<number, KnownMovie>> {
    await setGrants(asAdmin, user_id, { account_server_a: [den] })
    const remote = jellyfin.accounts.named(account)
    if (remote) remote.policy['EnableAllFolders'] = true
    const link = `/api/admin/users/${user_id}/media-servers/${den}/account`
    expectOk(await asAdmin('PUT', link, { remote_user_id: remote?.id }))
    const known = new Map<number, KnownMovie>()
    for (const tmdb_id of [FIT, UNFIT]) {
      const movie = { media_type: 'movie', tmdb_id } as const
      const title = catalogue.movie(tmdb_id)?.title ?? ''
      expectOk(await as('PUT', `/api/me/watchlist/movie/${tmdb_id}`, {}))
      const { request_id } = expectOk(await create(as, movie))
      const issue_id = await reported(as, { ...movie, instance_id: movies, title })
      const query = new URLSearchParams({ ...movie, tmdb_id: String(tmdb_id), title }).toString()
      known.set(tmdb_id, { movie, query, title, movies, request_id, issue_id })
      jellyfin.library.addMovie(tmdb_id)
    }
    return known
  }
  const known = {
    uma: await involve(world.asUma, users.uma.user.id, 'ellen'),
    kim: await involve(world.asKim, users.kim.user.id, 'kids'),
  }
  const arrive = await installHook(app, movies)
  for (const tmdb_id of [FIT, UNFIT]) {
    radarr.addMovie(tmdb_id, { file: 'WEBDL-1080p' })
    await arrive({ isUpgrade: false, movie: { title: catalogue.movie(tmdb_id)?.title, tmdbId: tmdb_id } })
  }
  await settle()
  // What arrives together is told together, a moment later.
  app.clock.stepWallClock(5_000)
  await settle()
  await setContentLimits(asAdmin, users.kim.user.id)
  return { ...world, known }
}

it('on every surface beside the catalogue, a kid finds what fits and no trace of what does not (1:1.4)', async () => {
  const { asUma, asKim, known } = await fill()
  const rows = Object.entries(BESIDE_THE_CATALOGUE).flatMap(([name, row]) =>
    typeof row === 'string' ? [] : [{ name, ask: row.ask }],
  )
  // Streams, and the files of a library that this server cannot reach, have tests of their own.
  const unread = rows.filter(({ name, ask }) => !ask && name.startsWith('GET')).map(({ name }) => name)
  expect(unread).toEqual(['GET /api/events', 'GET /api/ws', 'GET /api/media-files/titles'])
  for (const { name, ask } of rows) {
    if (!ask) continue
    const answerTo = async (as: Call, of: KnownMovie | undefined) => {
      if (!of) throw new Error('everybody knows both')
      const { status, raw } = await as(...ask(of))
      const text = raw.toString()
      return {
        is_given: status === 200,
        names_it: text.includes(of.title) || text.includes(String(of.movie.tmdb_id)),
      }
    }
    const full = await answerTo(asUma, known.uma.get(UNFIT))
    const cut = await answerTo(asKim, known.kim.get(UNFIT))
    expect([name, full.is_given, cut.names_it]).toEqual([name, true, false])
    // Where the answer does not repeat the title, there is no answer.
    if (!full.names_it) expect([name, cut.is_given]).toEqual([name, false])
    expect([name, await answerTo(asKim, known.kim.get(FIT))]).toEqual([
      name,
      await answerTo(asUma, known.uma.get(FIT)),
    ])
  }
})
