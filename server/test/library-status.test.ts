import { garbage, hang, HARBOUR_NINE_TVDB, MOVIE, SHOW, status, wrongKey } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { nextRequest } from '#test/discovery-world.ts'
import { refusal } from '#test/household.ts'
import { type LibraryHouse, startLibraries } from '#test/library-house.ts'
import { revokeDevice } from '#test/people.ts'

const LIBRARY_UNAVAILABLE = {
  status: 'unavailable',
  progress: 0,
  status_known: false,
  status_unknown_reason: 'library_unavailable',
}

function stockMovies({ world: { radarr } }: LibraryHouse): void {
  radarr.addMovie(MOVIE.with_file, { file: 'Bluray-1080p' })
  radarr.startDownload(radarr.addMovie(MOVIE.downloading).id, { progress: 0.25, duration_ms: 4_000_000 })
  radarr.addMovie(MOVIE.unmonitored, { monitored: false })
  radarr.addMovie(MOVIE.requested)
}

/** How often the library itself was read. */
const reads = ({ world }: LibraryHouse) => world.radarr.journal.requests('GET /api/v3/movie').length

describe('a movie (1:3, 1/3)', () => {
  it('stands as its library says, with the dates of what the library has', async () => {
    const house = await startLibraries()
    stockMovies(house)
    const { ids } = house
    const available = await house.movie(MOVIE.with_file)
    expect(available).toEqual({
      status: 'available',
      progress: 100,
      status_known: true,
      instance_id: ids.movies,
      releases: { in_cinemas: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), digital: expect.any(String) },
    })
    const downloading = await house.movie(MOVIE.downloading)
    expect(downloading).toMatchObject({ status: 'downloading', status_known: true })
    expect(downloading.progress).toBeCloseTo(25, 3)
    expect(await house.movie(MOVIE.requested)).toMatchObject({ status: 'requested', progress: 0 })
    expect(await house.movie(MOVIE.unmonitored)).toMatchObject({ status: 'unavailable', status_known: true })
    expect(await house.movie(MOVIE.absent)).toEqual({
      status: 'unavailable',
      progress: 0,
      status_known: true,
      instance_id: ids.movies,
    })
    expect(reads(house)).toBe(1)
  })

  it('1:4.8.8 is kept for fifteen seconds, read once for all who ask, and dropped by a webhook', async () => {
    const house = await startLibraries()
    stockMovies(house)
    const { world, app, ids } = house
    const twenty = Array.from({ length: 20 }, () => house.movie(MOVIE.requested))
    expect(new Set((await Promise.all(twenty)).map(one => one.status))).toEqual(new Set(['requested']))
    expect(reads(house)).toBe(1)
    const record = world.radarr.movie(MOVIE.requested)
    if (!record) throw new Error('not stocked')
    world.radarr.importFile(record.id)
    expect((await house.movie(MOVIE.requested)).status).toBe('requested')
    house.later()
    expect((await house.movie(MOVIE.requested)).status).toBe('available')
    world.radarr.deleteMovie(record.id)
    expect((await house.movie(MOVIE.requested)).status).toBe('available')
    await app.broadcast.send(null, {
      kind: 'library_event',
      instance_id: ids.movies,
      service_type: 'movie_manager',
      event_type: 'MovieDelete',
    })
    expect((await house.movie(MOVIE.requested)).status).toBe('unavailable')
  })

  it('1:4.8.7 is unknown, not absent, while the library cannot be read', async () => {
    const house = await startLibraries()
    stockMovies(house)
    const unknown = { ...LIBRARY_UNAVAILABLE, instance_id: house.ids.movies }
    for (const fault of [status(503), wrongKey(), garbage('html')]) {
      house.world.radarr.faults.always('GET /api/v3/*', fault)
      expect(await house.movie(MOVIE.with_file)).toEqual(unknown)
      expect(await house.movie(MOVIE.absent)).toEqual(unknown)
      expect(await house.cards([['movie', MOVIE.absent]])).toMatchObject([{ status_known: false }])
      house.world.radarr.faults.clear()
    }
    expect((await house.movie(MOVIE.with_file)).status).toBe('available')
    // A queue that cannot be read leaves open only what it could decide.
    house.later()
    house.world.radarr.faults.always('GET /api/v3/queue/*', status(503))
    expect((await house.movie(MOVIE.with_file)).status).toBe('available')
    expect(await house.movie(MOVIE.requested)).toEqual(unknown)
    expect(await house.movie(MOVIE.absent)).toMatchObject({ status: 'unavailable', status_known: true })
    // One that is too slow is given up by whoever waits; the end of the server does not wait for it either.
    house.later()
    house.world.radarr.faults.next('GET /api/v3/movie', hang())
    const asked = nextRequest(house.world.radarr.journal)
    const waiting = house.movie(MOVIE.with_file)
    await asked
    house.app.clock.advance(10_000)
    expect(await waiting).toEqual(unknown)
  })
})

describe('which library is asked (0.6, 1:4.6)', () => {
  it('says that it cannot tell when there is none, and refuses what is not the caller’s', async () => {
    const house = await startLibraries()
    const { admin, ids, app } = house
    const forbidden = `${MOVIE.absent}/status?media_type=movie&instance_id=`
    expect(refusal(await house.status(forbidden + ids.movies4k))).toEqual([403, 'instance_forbidden'])
    expect(refusal(await house.status(forbidden + ids.tv))).toEqual([403, 'instance_forbidden'])
    expect(refusal(await house.status(`${forbidden}nowhere`))).toEqual([403, 'instance_forbidden'])
    expect(refusal(await house.status(`${forbidden}nowhere`, admin.access_token))).toEqual([
      404,
      'instance_not_found',
    ])
    // C17: what may not be used at all is said before what is wrong with the rest.
    expect(refusal(await house.status(`${forbidden}${ids.movies4k}&include_instance_statuses=yes`))).toEqual([
      403,
      'instance_forbidden',
    ])
    for (const wrong of [
      `${MOVIE.absent}/status?media_type=movie&include_instance_statuses=yes`,
      `${MOVIE.absent}/status?media_type=book`,
      `${MOVIE.absent}/status`,
      'abc/status?media_type=movie',
    ])
      expect(refusal(await house.status(wrong))).toEqual([400, 'validation'])
    await app.database.transaction(tx => tx.deleteFrom('instances').execute())
    const path = `${MOVIE.absent}/status?media_type=movie`
    for (const token of [house.bob.access_token, admin.access_token]) {
      const answer = await house.status(path, token)
      expect([answer.status, answer.body]).toEqual([200, LIBRARY_UNAVAILABLE])
    }
  })

  it('tells of every library when there is more than one, unless asked not to', async () => {
    const house = await startLibraries()
    stockMovies(house)
    const { world, ids, bob } = house
    world.radarr4k.addMovie(MOVIE.with_file)
    expect(await house.movie(MOVIE.with_file)).not.toHaveProperty('instance_statuses')
    await house.grant(bob.user.id, { movie_manager: [ids.movies4k], tv_manager: [ids.anime] })
    expect((await house.movie(MOVIE.with_file)).instance_statuses).toEqual({
      [ids.movies]: { status: 'available' },
      [ids.movies4k]: { status: 'requested' },
    })
    const before = world.radarr4k.journal.requests('GET /api/v3/*').length
    house.later()
    const only = await house.status(
      `${MOVIE.with_file}/status?media_type=movie&include_instance_statuses=false`,
    )
    expect(only.body).not.toHaveProperty('instance_statuses')
    expect(world.radarr4k.journal.requests('GET /api/v3/*')).toHaveLength(before)
    world.radarr4k.faults.always('GET /api/v3/*', status(503))
    expect((await house.movie(MOVIE.with_file)).instance_statuses).toEqual({
      [ids.movies]: { status: 'available' },
      [ids.movies4k]: { status: 'unavailable', status_known: false },
    })
    world.sonarr.addSeries(HARBOUR_NINE_TVDB, { files: 'all' })
    expect((await house.show(SHOW.harbour_nine)).instance_statuses).toEqual({
      [ids.tv]: { status: 'available', status_known: true },
      [ids.anime]: { status: 'unavailable', status_known: true },
    })
  })

  it('1:1.4 is judged again before the answer leaves', async () => {
    const house = await startLibraries()
    stockMovies(house)
    const { app, world, bob, ids } = house
    const path = `${MOVIE.with_file}/status?media_type=movie`
    const whileReading = async (change: () => Promise<unknown>) => {
      house.later()
      world.radarr.faults.next('GET /api/v3/movie', hang())
      const asked = nextRequest(world.radarr.journal)
      const answer = house.status(path)
      await asked
      await change()
      // The library is given up; what is left to say is said to whoever asks by then.
      app.clock.advance(30_000)
      return answer
    }
    await house.grant(bob.user.id, { movie_manager: [ids.movies4k] })
    const pinned = `/api/admin/users/${bob.user.id}/default-instances`
    const pin = () =>
      app.call('PUT', pinned, {
        token: house.admin.access_token,
        body: { movie_manager: ids.movies4k },
      })
    // With a pin of his own, Bob no longer sees the household's default.
    expect(refusal(await whileReading(pin))).toEqual([403, 'instance_forbidden'])
    await app.call('PUT', pinned, { token: house.admin.access_token, body: { movie_manager: '' } })
    const revoked = await whileReading(() => revokeDevice(app, bob.device_id))
    expect(refusal(revoked)).toEqual([401, 'session_revoked'])
  })
})

describe('the caller’s own newest request (1/3)', () => {
  it('is laid over a library that has nothing, and over nobody else’s view', async () => {
    const house = await startLibraries()
    const { app, admin, ids, world } = house
    const asAdmin = (method: string, path: string, body: object = {}) =>
      app.call(method, path, { token: admin.access_token, body })
    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    const selection = { media_type: 'movie', tmdb_id: MOVIE.absent, title: 'Nobody Ordered the Soup' }
    const create = async () => {
      const answer = await app.call('POST', '/api/requests', {
        token: house.bob.access_token,
        body: selection,
      })
      return answer.body.request_id as number
    }
    const path = `${MOVIE.absent}/status?media_type=movie`
    const first = await create()
    expect(await house.movie(MOVIE.absent)).toEqual({
      status: 'pending',
      progress: 0,
      status_known: true,
      instance_id: ids.movies,
      request_id: first,
      delivery: [expect.objectContaining({ request_id: first, state: 'approval' })],
    })
    expect(await house.cards([['movie', MOVIE.absent]])).toMatchObject([{ status: 'pending' }])
    expect((await house.status(path, admin.access_token)).body).toMatchObject({ status: 'unavailable' })
    await asAdmin('POST', `/api/admin/requests/${first}/deny`, { reason: 'Not now' })
    expect(await house.movie(MOVIE.absent)).toMatchObject({ status: 'denied', request_id: first })

    // Approved while the library is away: it waits, and what the library has is not known.
    const second = await create()
    world.radarr.faults.always('* /api/v3/*', status(503))
    await asAdmin('POST', `/api/admin/requests/${second}/approve`)
    await app.jobs.settle()
    house.later()
    expect(await house.movie(MOVIE.absent)).toMatchObject({
      status: 'requested',
      status_known: false,
      request_id: second,
    })
    world.radarr.faults.clear()
    expect(await house.movie(MOVIE.absent)).toMatchObject({ status: 'requested', status_known: true })
    const cancelled = await app.call('POST', `/api/requests/${second}/delivery`, {
      token: house.bob.access_token,
      body: { action: 'cancel' },
    })
    expect(cancelled.status).toBe(200)
    // C5: it may be asked for again.
    expect(await house.movie(MOVIE.absent)).toEqual({
      status: 'unavailable',
      progress: 0,
      status_known: true,
      instance_id: ids.movies,
    })
  })
})

describe('a kids account (C9)', () => {
  it('gets 404 for a title outside the limits, and 503 while that cannot be told', async () => {
    const house = await startLibraries()
    stockMovies(house)
    const { kim, world } = house
    const asKim = (id: number, type: string) =>
      house.status(`${id}/status?media_type=${type}`, kim.access_token)
    const hidden = await asKim(MOVIE.above_pg_cap, 'movie')
    expect([hidden.status, hidden.body]).toEqual([404, { error: 'not available' }])
    expect((await asKim(SHOW.mature, 'tv')).body).toEqual({ error: 'not available' })
    expect((await asKim(MOVIE.with_file, 'movie')).body).toMatchObject({ status: 'available' })
    world.tmdb.faults.always('GET /3/*', status(401))
    expect(refusal(await asKim(MOVIE.in_cinemas, 'movie'))).toEqual([503, 'unavailable'])
    world.tmdb.faults.clear()
    const cards = await house.cards(
      [
        ['movie', MOVIE.above_pg_cap],
        ['movie', MOVIE.with_file],
        ['tv', SHOW.mature],
      ],
      kim.access_token,
    )
    expect(cards.map(card => card.tmdb_id)).toEqual([MOVIE.with_file])
  })
})
