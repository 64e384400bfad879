import {
  ALBUM,
  BOOK,
  dropAfterCommit,
  dropBefore,
  hang,
  HARBOUR_NINE_TVDB,
  held,
  INDEXER_KEYS,
  MINUTE_MS,
  MOVIE,
  SHOW,
  status,
} from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { describe, expect, it } from 'vitest'
import { borrowedOperations, remediationContext } from '#test/borrowed-operations.ts'
import { shareAmongTests } from '#test/engines.ts'
import { callTool, toolRefusal, toolResult } from '#test/tools.ts'
import { buildWorld } from '#test/world.ts'

const REFERENCE = /^\[REDACTED release sha256:[0-9a-f]{16}\]$/
const UNKNOWN = `[REDACTED release sha256:${'0'.repeat(16)}]`

const build = () =>
  buildWorld({ products: ['tmdb'], instances: ['movies', 'series', 'books', 'music'], users: ['uma'] })

const CASES = [
  { media_type: 'movie', scope: { tmdb_id: MOVIE.requested }, query: 'movieId' },
  { media_type: 'tv', scope: { tmdb_id: SHOW.harbour_nine, season: 1 }, query: 'seasonNumber' },
  { media_type: 'tv', scope: { tmdb_id: SHOW.harbour_nine, season: 1, episode: 3 }, query: 'episodeId' },
  { media_type: 'book', scope: {}, query: 'bookId' },
] as const

describe.each(CASES)('releases of a $media_type by $query', ({ media_type, scope, query }) => {
  const shared = shareAmongTests(async () => {
    const world = await build()
    world.radarr.addMovie(MOVIE.requested)
    world.sonarr.addSeries(HARBOUR_NINE_TVDB)
    return { ...world, book: world.chaptarr.addBook(BOOK.tidewater) }
  })

  function open() {
    const { radarr, sonarr, chaptarr, ...world } = shared()
    const manager = { movie: radarr, tv: sonarr, book: chaptarr }[media_type]
    const api = media_type === 'book' ? '/api/v1' : '/api/v3'
    for (const { download_id } of manager.downloads()) manager.finishDownload(download_id)
    manager.journal.clear()
    // A search of an earlier test is not in the way.
    world.app.clock.advance(31 * MINUTE_MS)
    const input = { media_type, ...scope, ...(media_type === 'book' && { book_id: world.book.id }) }
    const search = () => toolResult(world.app, world.admin, 'search_releases', input)
    const grab = (release: object) =>
      callTool(world.app, world.admin, 'grab_release', { ...input, ...release })
    const grabs = () => manager.journal.requests(`POST ${api}/release`)
    const searches = () => manager.journal.requests(`GET ${api}/release`)
    return { ...world, manager, api, input, search, grab, grabs, searches }
  }

  it('lists them best first, with words and without addresses or keys', async () => {
    const { app, admin, input, searches } = open()
    const answer = await callTool(app, admin, 'search_releases', input)
    if (!answer.ok) throw new Error(answer.text)
    const releases = answer.structured['releases'] as {
      guid: string
      approved: boolean
      rejections: string[]
    }[]
    expect(answer.structured).toMatchObject({ total: releases.length, truncated: false })
    expect(releases.length).toBeGreaterThan(1)
    expect(releases[0]).toMatchObject({
      guid: expect.stringMatching(REFERENCE),
      indexer_id: expect.any(Number),
      indexer: expect.any(String),
      quality: expect.any(String),
      size_bytes: expect.any(Number),
      age_days: expect.any(Number),
      custom_format_score: 0,
      approved: true,
    })
    const rejected = releases.findIndex(one => !one.approved)
    expect(releases.slice(rejected === -1 ? releases.length : rejected).some(one => one.approved)).toBe(false)
    for (const one of releases) expect(one.approved).toBe(one.rejections.length === 0)
    for (const secret of [...INDEXER_KEYS, 'invalid/', 'magnet:', 'http'])
      expect(answer.text).not.toContain(secret)
    expect(searches().map(one => one.query.has(query))).toEqual([true])
  })

  it('grabs the one that a reference names, without another search', async () => {
    const { search, grab, grabs, searches, manager } = open()
    const { releases } = await search()
    expect(await grab(pick(releases[1]))).toMatchObject({
      ok: true,
      structured: { outcome: 'done', subject: releases[1].title },
    })
    expect(manager.downloads().map(one => one.release.title)).toEqual([releases[1].title])
    expect([searches().length, grabs().length]).toEqual([1, 1])
    expect(grabs()[0]?.body).toEqual({
      guid: expect.stringContaining('://'),
      indexerId: releases[1].indexer_id,
    })
  })

  it('asks in the words of the vendor document', async () => {
    const { search, grab, manager } = open()
    const { releases } = await search()
    await grab(pick(releases[0]))
    const product = ({ movie: 'radarr', tv: 'sonarr', book: 'chaptarr' } as const)[media_type]
    const document = openVendorDocument(product)
    const calls = manager.journal.requests('* /api/*')
    expect(calls.length).toBeGreaterThan(2)
    expect(document ? calls.flatMap(document.violations) : []).toEqual([])
  })

  it('searches again when the manager or this server has forgotten the search', async () => {
    const { search, grab, searches, manager, app } = open()
    const { releases } = await search()
    app.clock.advance(26 * MINUTE_MS)
    expect(await grab(pick(releases[0]))).toMatchObject({ ok: true })
    expect([searches().length, manager.downloads().length]).toEqual([2, 1])
  })

  it('searches again when only the manager has forgotten it', async () => {
    const { search, grab, grabs, searches, manager, api } = open()
    const { releases } = await search()
    manager.faults.next(`POST ${api}/release`, status(404))
    expect(await grab(pick(releases[0]))).toMatchObject({ ok: true })
    expect([searches().length, grabs().length, manager.downloads().length]).toEqual([2, 2, 1])
  })

  it('refuses a reference that it did not give, and the right one with another indexer', async () => {
    const { search, grab, grabs } = open()
    const { releases } = await search()
    const { guid, indexer_id } = pick(releases[0])
    for (const wrong of [
      { guid: UNKNOWN, indexer_id },
      { guid, indexer_id: 99 },
      { guid: 'https://indexer.example/1', indexer_id },
    ])
      expect(await grab(wrong)).toMatchObject({
        ok: false,
        code: 'not_found',
        text: expect.stringContaining('search_releases'),
      })
    expect(grabs()).toEqual([])
  })

  it('reports a lost answer as unknown, and does not send the grab again', async () => {
    const { search, grab, grabs, manager, api } = open()
    const { releases } = await search()
    manager.faults.next(`POST ${api}/release`, dropAfterCommit(), dropBefore())
    expect(await grab(pick(releases[0]))).toMatchObject({
      ok: true,
      structured: { outcome: 'outcome_unknown' },
    })
    expect(manager.downloads()).toHaveLength(1)
    expect(await grab(pick(releases[0]))).toMatchObject({ ok: false, code: 'conflict' })
    expect(await grab(pick(releases[1]))).toMatchObject({
      ok: true,
      structured: { outcome: 'outcome_unknown' },
    })
    expect([grabs().length, manager.downloads().length]).toEqual([2, 1])
  })

  it('says that the indexer failed, after which it can be tried again', async () => {
    const { search, grab, manager, api } = open()
    const { releases } = await search()
    manager.faults.next(`POST ${api}/release`, status(409))
    expect(await grab(pick(releases[0]))).toMatchObject({ ok: false, code: 'conflict' })
    expect(await grab(pick(releases[0]))).toMatchObject({ ok: true })
  })

  it('sends the same grab once when it is asked for twice at the same time', async () => {
    const { search, grab, grabs, manager, api, app } = open()
    const { releases } = await search()
    const { promise, resolve } = Promise.withResolvers<void>()
    manager.faults.next(`POST ${api}/release`, held(promise))
    const first = grab(pick(releases[0]))
    await expect.poll(() => grabs().length).toBe(1)
    const second = grab(pick(releases[0]))
    resolve()
    const both = await Promise.all([first, second])
    expect(both[0]).toMatchObject({ ok: true, structured: { outcome: 'done' } })
    expect(grabs()).toHaveLength(1)
    expect(JSON.stringify(app.log.entries)).not.toContain(INDEXER_KEYS[1])
  })

  it('reports progress, and stops when the caller leaves', async () => {
    const { app, admin, input, manager, api, searches } = open()
    const reports: number[] = []
    const leaving = new AbortController()
    manager.faults.next(`GET ${api}/release`, hang())
    const call = callTool(app, admin, 'search_releases', input, {
      signal: leaving.signal,
      progress: done => void reports.push(done),
    })
    await expect.poll(() => searches().length).toBe(1)
    app.clock.advance(12_000)
    expect(reports).toEqual([0, 5, 10])
    leaving.abort(new Error('left'))
    expect(await call).toMatchObject({ ok: false, code: 'cancelled' })
  })
})

/** What a model takes over from a list. */
function pick({ guid, indexer_id }: { guid: string; indexer_id: number }) {
  return { guid, indexer_id }
}

describe('the scope of a search for releases', () => {
  const shared = shareAmongTests(async () => {
    const world = await build()
    world.radarr.addMovie(MOVIE.requested)
    world.sonarr.addSeries(HARBOUR_NINE_TVDB)
    return world
  })
  const code = (input: object) => toolRefusal(shared().app, shared().admin, 'search_releases', input)

  it.each([
    ['a movie without an id', { media_type: 'movie' }, 'validation'],
    ['a show without a season', { media_type: 'tv', tmdb_id: SHOW.harbour_nine }, 'validation'],
    [
      'an episode without a season',
      { media_type: 'tv', tmdb_id: SHOW.harbour_nine, episode: 1 },
      'validation',
    ],
    ['a season of a movie', { media_type: 'movie', tmdb_id: MOVIE.requested, season: 1 }, 'validation'],
    ['a movie no library has', { media_type: 'movie', tmdb_id: MOVIE.absent }, 'not_found'],
    [
      'a season that does not exist',
      { media_type: 'tv', tmdb_id: SHOW.harbour_nine, season: 7 },
      'not_found',
    ],
    [
      'an episode that does not exist',
      { media_type: 'tv', tmdb_id: SHOW.harbour_nine, season: 1, episode: 99 },
      'not_found',
    ],
    ['a book no library has', { media_type: 'book', book_id: 4711 }, 'not_found'],
    ['music, which has no ids here', { media_type: 'music' }, 'validation'],
  ])('refuses %s', async (_, input, expected) => {
    expect(await code(input)).toBe(expected)
  })

  it('cuts a long list and says so', async () => {
    const { app, admin, radarr } = shared()
    const row = {
      guid: 'g',
      indexerId: 3,
      title: 'x'.repeat(400),
      rejections: Array.from({ length: 20 }, () => 'y'.repeat(200)),
    }
    const body = Array.from({ length: 500 }, (_, i) => ({ ...row, guid: `g${i}`, releaseWeight: i }))
    radarr.faults.next('GET /api/v3/release', status(200, { body }))
    const input = { media_type: 'movie', tmdb_id: MOVIE.requested }
    const answer = await callTool(app, admin, 'search_releases', input)
    expect(answer).toMatchObject({ ok: true, structured: { total: 500, truncated: true } })
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(32 * 1024)
  })

  it('does not grab what the manager cannot assign to a title', async () => {
    const { app, admin, radarr } = shared()
    const body = [{ guid: 'g', indexerId: 3, title: 'x', downloadAllowed: false }]
    radarr.faults.next('GET /api/v3/release', status(200, { body }))
    const input = { media_type: 'movie', tmdb_id: MOVIE.requested }
    const { releases } = await toolResult(app, admin, 'search_releases', input)
    expect(releases[0]).toMatchObject({ download_allowed: false })
    expect(await toolRefusal(app, admin, 'grab_release', { ...input, ...pick(releases[0]) })).toBe('conflict')
  })

  it('checks the right once more before it grabs (CONTRIBUTING rule 3)', async () => {
    const world = await build()
    world.radarr.addMovie(MOVIE.requested)
    const { session } = await world.addUser('second')
    const role = (name: string) =>
      world.asAdmin('PATCH', `/api/admin/users/${session.user.id}`, { role: name })
    expect((await role('admin')).status).toBe(200)
    const input = { media_type: 'movie', tmdb_id: MOVIE.requested }
    const { releases } = await toolResult(world.app, world.admin, 'search_releases', input)
    const { promise, resolve } = Promise.withResolvers<void>()
    world.radarr.faults.next('GET /api/v3/movie', held(promise))
    const grab = callTool(world.app, session, 'grab_release', { ...input, ...pick(releases[0]) })
    await expect.poll(() => world.radarr.journal.requests('GET /api/v3/movie').length).toBeGreaterThan(1)
    await role('user')
    resolve()
    expect(await grab).toMatchObject({ ok: false })
    expect(world.radarr.journal.requests('POST /api/v3/release')).toEqual([])
  })
})

it('searches and grabs music for those who act with an album (2/4.9)', async () => {
  const { operations, borrow } = borrowedOperations()
  const world = await buildWorld({ instances: ['music'], overrides: { tools: [borrow] } })
  await toolResult(world.app, world.admin, borrow.name)
  const { actions } = operations()
  const album = world.lidarr.addAlbum(ALBUM.night_ferry)
  const context = remediationContext(world.admin.user)
  const scope = { media_type: 'music' as const, album_id: album.id, instance_id: world.instance_ids.music }
  const { releases } = await actions.searchReleases(scope, context)
  const [best] = releases
  if (!best) throw new Error('The indexers have nothing.')
  expect(best.guid).toMatch(REFERENCE)
  expect(await actions.grabRelease({ ...scope, ...pick(best) }, context)).toMatchObject({ outcome: 'done' })
  expect(world.lidarr.downloads().map(one => one.release.title)).toEqual([best.title])
})
