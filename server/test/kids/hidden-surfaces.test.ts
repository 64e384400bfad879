import { allRoutes } from '@foyer/contract'
import { ALBUM, ARTIST, MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { TITLE_SURFACES } from '#test/title-surfaces.ts'
import { type Call, expectOk } from '#test/calls.ts'
import { installHook } from '#test/library-hooks.ts'
import { CATALOGUE_SURFACES } from '#test/title-addresses.ts'
import { mayNameTitles, nameOf } from '#test/title-routes.ts'
import { buildWorld } from '#test/world.ts'

/** `SHOW.running`, which airs each Thursday around today. */
const WEATHER_OFFICE_TVDB = 430_002

async function build() {
  const world = await buildWorld({
    products: ['tmdb', 'trakt'],
    instances: ['movies', 'series', 'books', 'music'],
    users: ['uma'],
    grants: { uma: ['books', 'music'] },
  })
  const { app, asUma, catalogue, radarr, sonarr, chaptarr, lidarr, instance_ids } = world
  const book = chaptarr.catalogue.books.find(one => one.series)
  const author = chaptarr.catalogue.authors.find(one => one.name === book?.author_name)
  if (!book || !author) throw new Error('the catalogue has no book of a series')
  const book_id = `hc:${book.hardcover}`
  const shelved = chaptarr.addBook(book.hardcover, { format: 'ebook', file: true })
  const album = lidarr.addAlbum(ALBUM.night_ferry, { files: 'all' })
  radarr.addMovie(MOVIE.with_file, { file: 'WEBDL-1080p' })
  sonarr.addSeries(WEATHER_OFFICE_TVDB)
  const movie = catalogue.movie(MOVIE.with_file)
  const show = catalogue.show(SHOW.running)
  if (!movie || !show) throw new Error('the catalogue has other titles')
  const arrive = async (instance: keyof typeof instance_ids, body: object) =>
    (await installHook(app, instance_ids[instance]))({ isUpgrade: false, ...body })
  const episodes = [{ seasonNumber: 1, episodeNumber: 1 }]
  await arrive('movies', { movie: { title: movie.title, tmdbId: MOVIE.with_file } })
  await arrive('series', { series: { title: show.name, tmdbId: SHOW.running }, episodes })
  await arrive('books', { book: { id: shelved.id, title: book.title, goodreadsId: `gr:${book.goodreads}` } })
  await arrive('music', { album: { id: album.id, title: 'Night Ferry', mbId: ALBUM.night_ferry } })
  expectOk(await asUma('PUT', `/api/me/watchlist/movie/${MOVIE.with_file}`, {}))
  expectOk(await asUma('PUT', `/api/me/watchlist/tv/${SHOW.running}`, {}))
  const ask = { media_type: 'movie', tmdb_id: MOVIE.with_file, title: movie.title }
  expect((await asUma('POST', '/api/requests', ask)).status).toBe(201)
  return { ...world, arrive, book, author, book_id, movie, show }
}

type Built = Awaited<ReturnType<typeof build>>

const proxied = (id: string, ...paths: string[]) => paths.map(path => `/api/instances/${id}/proxy/${path}`)

/** Lists that are read below, before and after four titles of them are hidden. */
const READ_HERE: Record<string, (world: Built) => readonly string[]> = {
  'GET /api/instances/{id}/proxy/{path*}': ({ instance_ids, movie, book }) => [
    ...proxied(instance_ids.movies, 'api/v3/movie', 'api/v3/calendar?start=2026-01-01&end=2027-12-31'),
    ...proxied(instance_ids.series, 'api/v3/series'),
    ...proxied(
      instance_ids.books,
      'api/v1/book',
      `api/v1/book/lookup?term=${encodeURIComponent(book.title)}`,
    ),
    ...proxied(instance_ids.music, 'api/v1/album', `api/v1/album/lookup?term=night`),
    ...proxied(instance_ids.movies, `api/v3/movie?tmdbId=${movie.id}`),
  ],
  'GET /api/releases': ({ book }) => [
    '/api/releases',
    `/api/releases?start=${book.release_date}&end=${book.release_date}`,
  ],
  'GET /api/discover/recently-added': () => ['/api/discover/recently-added'],
  'GET /api/me/watchlist': () => ['/api/me/watchlist'],
  'GET /api/requests/book-library': () => ['/api/requests/book-library'],
  'GET /api/requests/book-recent': () => ['/api/requests/book-recent'],
  'GET /api/requests/book-author': ({ author }) => [
    `/api/requests/book-author?foreign_id=hc:${author.hardcover}`,
  ],
  'GET /api/requests/music-library': () => ['/api/requests/music-library'],
  'GET /api/requests/music-recent': () => ['/api/requests/music-recent'],
  'GET /api/requests/music-artist': () => [`/api/requests/music-artist?foreign_id=${ARTIST.the_quay}`],
}

/** Lists without hidden titles that another test reads. */
const READ_ELSEWHERE: Record<string, string> = {
  'GET /api/search/all': 'hidden-titles.test.ts and hidden-works.test.ts',
  'GET /api/search/book': 'findBooks: hidden-works.test.ts',
  'GET /api/media-servers/latest': 'latest-on-servers.test.ts, books by their title: latest-rules.test.ts',
  'GET /api/media-servers/{id}/covers/{item_id}': 'latest-on-servers.test.ts',
  'POST /api/media/titles': 'allowedTitles: discover-language.test.ts',
  'GET /api/me/watchlist/keys': 'the same rows as the watchlist',
  'PUT /api/me/watchlist/{kind}/{id}': 'assertAllowed: hidden-titles.test.ts',
  'POST /api/requests': 'title_hidden: hidden-titles.test.ts',
  'POST /api/requests/preview': 'title_hidden: hidden-titles.test.ts',
  'GET /api/discover/books/trending': 'hidden-works.test.ts',
  'GET /api/discover/music/search': 'hidden-works.test.ts',
  'GET /api/discover/music/popular': 'hidden-works.test.ts',
  'GET /api/discover/music/new-releases': 'hidden-works.test.ts',
  'GET /api/discover/music/genre': 'hidden-works.test.ts',
  'GET /api/media/music/{music_id}': 'hidden-works.test.ts',
  'GET /api/media/music/{music_id}/tracks': 'hidden-works.test.ts',
  'GET /api/media/music/artists/{artist_id}/albums': 'hidden-works.test.ts',
  'GET /api/requests/book-series': 'counts without them, by the shelf of book-library',
  'GET /api/requests/book-series-detail': 'the same titles as book-library; without any it is not found',
}

const OWN = 'what somebody requested, was told or reported stays theirs to see'
const BY_ID = 'is about one title that the caller names, and hiding revokes no access'
const NO_TITLE = 'names no title'

/** Everything else that may name a title, and why a hidden one is not taken from it. */
const NOT_CUT: Record<string, string> = {
  'GET /api/requests': OWN,
  'GET /api/requests/delivery-status': OWN,
  'POST /api/requests/{id}/delivery': OWN,
  'GET /api/requests/music-saved': OWN,
  'GET /api/notifications/inbox': OWN,
  'POST /api/issues': OWN,
  'GET /api/issues': OWN,
  'GET /api/issues/{id}': OWN,
  'GET /api/events': 'ids of titles whose state changed, for pages that show them',
  'GET /api/ws': 'ids of titles whose state changed, for pages that show them',
  'GET /api/media-servers/watch': BY_ID,
  'POST /api/set-top-boxes/{id}/open': BY_ID,
  'GET /api/requests/options': BY_ID,
  'GET /api/requests/{tmdb_id}/status': BY_ID,
  'POST /api/requests/statuses': BY_ID,
  'GET /api/requests/book-status': BY_ID,
  'GET /api/requests/music-status': BY_ID,
  'POST /api/media-files/tickets': BY_ID,
  'POST /api/media-files/coverage': BY_ID,
  'GET /api/media-files/titles': BY_ID,
  'GET /api/media-servers/listen': BY_ID,
  'GET /api/assistants': NO_TITLE,
  'DELETE /api/me/watchlist/{kind}/{id}': NO_TITLE,
  'GET /api/instances/{id}/proxy/MediaCover/{path*}': NO_TITLE,
  'GET /api/images/{size}/{file}': NO_TITLE,
  'GET /api/me/library-access': NO_TITLE,
  'POST /api/me/library-access': NO_TITLE,
  'GET /api/me/request-quotas': NO_TITLE,
  'GET /api/requests/book-authors': NO_TITLE,
  'GET /api/requests/music-artists': NO_TITLE,
  'GET /api/discover/music/artists': NO_TITLE,
  'GET /api/discover/music/artwork/{music_id}': NO_TITLE,
  'GET /api/discover/music/artist-pictures/{artist_id}': NO_TITLE,
  'GET /api/genres/music': NO_TITLE,
  'GET /api/media/music/artists/{artist_id}': NO_TITLE,
  'GET /api/discover/books/images/{path*}': NO_TITLE,
  'GET /api/discover/books/search': NO_TITLE,
  'GET /api/discover/books/{feed}': NO_TITLE,
  'GET /api/genres/book': NO_TITLE,
  'GET /api/media/book/{workId}': NO_TITLE,
  'GET /api/media/book/{workId}/request-target': NO_TITLE,
}

describe('surfaces of hidden titles', () => {
  it('are all in the table: without hidden titles, or with the reason why not', () => {
    const catalogue = [...TITLE_SURFACES, ...CATALOGUE_SURFACES].map(({ route }) => nameOf(route))
    const listed = new Set([READ_HERE, READ_ELSEWHERE, NOT_CUT].flatMap(Object.keys).concat(catalogue))
    const suspects = allRoutes.filter(mayNameTitles).map(nameOf)
    expect(suspects.length).toBeGreaterThan(60)
    expect(suspects.filter(name => !listed.has(name))).toEqual([])
    const known = new Set(allRoutes.map(nameOf))
    expect([...listed].filter(name => !known.has(name))).toEqual([])
  })

  it('name none of them to members; what somebody requested stays theirs', async () => {
    const world = await build()
    const { app, users, asAdmin, asUma, instance_ids, arrive, book, book_id, movie, show } = world
    const hidden = [movie.title, show.name, book.title, 'Night Ferry']
    const addresses = Object.values(READ_HERE).flatMap(of => of(world))
    const named = async (as: Call, address: string) => {
      const { status, raw } = await as('GET', address)
      const text = String(raw)
      return [address, status, hidden.filter(title => text.includes(`:${JSON.stringify(title)}`))] as const
    }
    const before = new Map<string, string>()
    for (const address of addresses) {
      const [, status, titles] = await named(asUma, address)
      expect([address, status, titles.length > 0]).toEqual([address, 200, true])
      before.set(address, String((await asUma('GET', address)).raw))
    }

    expectOk(await asAdmin('PUT', `/api/admin/hidden-titles/movie/${MOVIE.with_file}`))
    expectOk(await asAdmin('PUT', `/api/admin/hidden-titles/tv/${SHOW.running}`))
    const works = [
      { media_type: 'book', foreign_id: book_id },
      { media_type: 'music', foreign_id: ALBUM.night_ferry },
    ] as const
    await app.database.transaction(async tx => {
      const by = { title: book.title, user_id: null, hidden_at: '2026-11-15T09:00:00.000Z' }
      await tx
        .insertInto('hidden_works')
        .values(works.map(work => ({ ...work, ...by })))
        .execute()
      await app.broadcast.send(tx, { kind: 'hidden_titles_changed' })
    })
    await expect.poll(async () => (await named(asUma, '/api/requests/music-library'))[2]).toEqual([])
    for (const address of addresses) expect(await named(asUma, address)).toEqual([address, 200, []])
    // The lists of Foyer are the same for everybody; the managers' own are complete for admins.
    expect((await named(asAdmin, '/api/requests/book-library'))[2]).toEqual([])
    const [managed = ''] = proxied(instance_ids.movies, 'api/v3/movie')
    expect((await named(asAdmin, managed))[2]).toEqual([movie.title])
    expect((await asUma('GET', '/api/requests')).body).toMatchObject([{ title: movie.title }])

    for (const kind of [`movie/${MOVIE.with_file}`, `tv/${SHOW.running}`])
      expectOk(await asAdmin('DELETE', `/api/admin/hidden-titles/${kind}`))
    for (const { media_type, foreign_id } of works)
      expectOk(
        await asAdmin('DELETE', `/api/admin/hidden-works?media_type=${media_type}&foreign_id=${foreign_id}`),
      )
    for (const [address, text] of before)
      expect([address, String((await asUma('GET', address)).raw)]).toEqual([address, text])

    // When a hidden title arrives, those are told who requested it.
    const ask = { media_type: 'movie', tmdb_id: MOVIE.absent, title: 'Something' }
    expect((await asUma('POST', '/api/requests', ask)).status).toBe(201)
    expectOk(await asAdmin('PUT', `/api/admin/hidden-titles/movie/${MOVIE.absent}`))
    expectOk(await asAdmin('PUT', `/api/admin/hidden-titles/tv/${SHOW.harbour_nine}`))
    const alerts = () => app.database.read.selectFrom('alerts').select('audience').execute()
    const told = (await alerts()).length
    const series = { title: 'Harbour Nine', tmdbId: SHOW.harbour_nine }
    await arrive('series', { series, episodes: [{ seasonNumber: 1, episodeNumber: 1 }] })
    expect(await alerts()).toHaveLength(told)
    await arrive('movies', { movie: { title: 'Something', tmdbId: MOVIE.absent } })
    expect((await alerts()).slice(told).map(({ audience }) => JSON.parse(audience))).toEqual([
      { to: 'users', user_ids: [users.uma.user.id] },
    ])
  })
})
