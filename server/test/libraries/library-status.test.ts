import { garbage, hang, HARBOUR_NINE_TVDB, MOVIE, SHOW, status, wrongKey } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { refusal, setGrants } from '#test/calls.ts'
import { nextRequest } from '#test/discovery-calls.ts'
import { revokeDevice } from '#test/people.ts'
import {
  getStatus,
  LIBRARY_PARTS,
  type LibraryWorld,
  movieStatus,
  PAST_REUSE_MS,
  showStatus,
  statusCards,
} from '#test/status-calls.ts'
import { buildWorld } from '#test/world.ts'

const LIBRARY_UNAVAILABLE = {
  status: 'unavailable',
  progress: 0,
  status_known: false,
  status_unknown_reason: 'library_unavailable',
}

function stockMovies({ radarr }: LibraryWorld): void {
  radarr.addMovie(MOVIE.with_file, { file: 'Bluray-1080p' })
  radarr.startDownload(radarr.addMovie(MOVIE.downloading).id, { progress: 0.25, duration_ms: 4_000_000 })
  radarr.addMovie(MOVIE.unmonitored, { monitored: false })
  radarr.addMovie(MOVIE.requested)
}

/** How often the library itself was read. */
const reads = ({ radarr }: LibraryWorld) => radarr.journal.requests('GET /api/v3/movie').length

describe('a movie (1:3, 1/3)', () => {
  it('stands as its library says, with the dates of what the library has', async () => {
    const world = await buildWorld(LIBRARY_PARTS)
    stockMovies(world)
    const { instance_ids } = world
    const available = await movieStatus(world.asBob, MOVIE.with_file)
    expect(available).toEqual({
      status: 'available',
      progress: 100,
      status_known: true,
      instance_id: instance_ids.movies,
      releases: { in_cinemas: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), digital: expect.any(String) },
    })
    const downloading = await movieStatus(world.asBob, MOVIE.downloading)
    expect(downloading).toMatchObject({ status: 'downloading', status_known: true })
    expect(downloading.progress).toBeCloseTo(25, 3)
    expect(await movieStatus(world.asBob, MOVIE.requested)).toMatchObject({
      status: 'requested',
      progress: 0,
    })
    expect(await movieStatus(world.asBob, MOVIE.unmonitored)).toMatchObject({
      status: 'unavailable',
      status_known: true,
    })
    expect(await movieStatus(world.asBob, MOVIE.absent)).toEqual({
      status: 'unavailable',
      progress: 0,
      status_known: true,
      instance_id: instance_ids.movies,
    })
    expect(reads(world)).toBe(1)
  })

  it('1:4.8.8 is kept for fifteen seconds, read once for all who ask, and dropped by a webhook', async () => {
    const world = await buildWorld(LIBRARY_PARTS)
    stockMovies(world)
    const { radarr, app, instance_ids } = world
    const twenty = Array.from({ length: 20 }, () => movieStatus(world.asBob, MOVIE.requested))
    expect(new Set((await Promise.all(twenty)).map(one => one.status))).toEqual(new Set(['requested']))
    expect(reads(world)).toBe(1)
    const record = radarr.movie(MOVIE.requested)
    if (!record) throw new Error('not stocked')
    radarr.importFile(record.id)
    expect((await movieStatus(world.asBob, MOVIE.requested)).status).toBe('requested')
    world.app.clock.advance(PAST_REUSE_MS)
    expect((await movieStatus(world.asBob, MOVIE.requested)).status).toBe('available')
    radarr.deleteMovie(record.id)
    expect((await movieStatus(world.asBob, MOVIE.requested)).status).toBe('available')
    await app.broadcast.send(null, {
      kind: 'library_event',
      instance_id: instance_ids.movies,
      service_type: 'movie_manager',
      event_type: 'MovieDelete',
    })
    expect((await movieStatus(world.asBob, MOVIE.requested)).status).toBe('unavailable')
  })

  it('1:4.8.7 is unknown, not absent, while the library cannot be read', async () => {
    const world = await buildWorld(LIBRARY_PARTS)
    stockMovies(world)
    const unknown = { ...LIBRARY_UNAVAILABLE, instance_id: world.instance_ids.movies }
    for (const fault of [status(503), wrongKey(), garbage('html')]) {
      world.radarr.faults.always('GET /api/v3/*', fault)
      expect(await movieStatus(world.asBob, MOVIE.with_file)).toEqual(unknown)
      expect(await movieStatus(world.asBob, MOVIE.absent)).toEqual(unknown)
      expect(await statusCards(world.asBob, [['movie', MOVIE.absent]])).toMatchObject([
        { status_known: false },
      ])
      world.radarr.faults.clear()
    }
    expect((await movieStatus(world.asBob, MOVIE.with_file)).status).toBe('available')
    // A queue that cannot be read leaves open only what it could decide.
    world.app.clock.advance(PAST_REUSE_MS)
    world.radarr.faults.always('GET /api/v3/queue/*', status(503))
    expect((await movieStatus(world.asBob, MOVIE.with_file)).status).toBe('available')
    expect(await movieStatus(world.asBob, MOVIE.requested)).toEqual(unknown)
    expect(await movieStatus(world.asBob, MOVIE.absent)).toMatchObject({
      status: 'unavailable',
      status_known: true,
    })
    // One that is too slow is given up by whoever waits; the end of the server does not wait for it either.
    world.app.clock.advance(PAST_REUSE_MS)
    world.radarr.faults.next('GET /api/v3/movie', hang())
    const asked = nextRequest(world.radarr.journal, '/api/v3/movie')
    const waiting = movieStatus(world.asBob, MOVIE.with_file)
    await asked
    world.app.clock.advance(10_000)
    expect(await waiting).toEqual(unknown)
  })
})

describe('which library is asked (0.6, 1:4.6)', () => {
  it('says that it cannot tell when there is none, and refuses what is not the caller’s', async () => {
    const world = await buildWorld(LIBRARY_PARTS)
    const { instance_ids, app } = world
    const forbidden = `${MOVIE.absent}/status?media_type=movie&instance_id=`
    expect(refusal(await getStatus(world.asBob, forbidden + instance_ids.movies_4k))).toEqual([
      403,
      'instance_forbidden',
    ])
    expect(refusal(await getStatus(world.asBob, forbidden + instance_ids.series))).toEqual([
      403,
      'instance_forbidden',
    ])
    expect(refusal(await getStatus(world.asBob, `${forbidden}nowhere`))).toEqual([403, 'instance_forbidden'])
    expect(refusal(await getStatus(world.asAdmin, `${forbidden}nowhere`))).toEqual([
      404,
      'instance_not_found',
    ])
    // C17: what may not be used at all is said before what is wrong with the rest.
    expect(
      refusal(
        await getStatus(world.asBob, `${forbidden}${instance_ids.movies_4k}&include_instance_statuses=yes`),
      ),
    ).toEqual([403, 'instance_forbidden'])
    for (const wrong of [
      `${MOVIE.absent}/status?media_type=movie&include_instance_statuses=yes`,
      `${MOVIE.absent}/status?media_type=book`,
      `${MOVIE.absent}/status`,
      'abc/status?media_type=movie',
    ])
      expect(refusal(await getStatus(world.asBob, wrong))).toEqual([400, 'validation'])
    await app.database.transaction(tx => tx.deleteFrom('instances').execute())
    const path = `${MOVIE.absent}/status?media_type=movie`
    for (const as of [world.asBob, world.asAdmin]) {
      const answer = await getStatus(as, path)
      expect([answer.status, answer.body]).toEqual([200, LIBRARY_UNAVAILABLE])
    }
  })

  it('tells of every library when there is more than one, unless asked not to', async () => {
    const world = await buildWorld(LIBRARY_PARTS)
    stockMovies(world)
    const { radarr4k, sonarr, instance_ids, users } = world
    radarr4k.addMovie(MOVIE.with_file)
    expect(await movieStatus(world.asBob, MOVIE.with_file)).not.toHaveProperty('instance_statuses')
    await setGrants(world.asAdmin, users.bob.user.id, {
      movie_manager: [instance_ids.movies_4k],
      tv_manager: [instance_ids.anime],
    })
    expect((await movieStatus(world.asBob, MOVIE.with_file)).instance_statuses).toEqual({
      [instance_ids.movies]: { status: 'available' },
      [instance_ids.movies_4k]: { status: 'requested' },
    })
    const before = radarr4k.journal.requests('GET /api/v3/*').length
    world.app.clock.advance(PAST_REUSE_MS)
    const only = await getStatus(
      world.asBob,
      `${MOVIE.with_file}/status?media_type=movie&include_instance_statuses=false`,
    )
    expect(only.body).not.toHaveProperty('instance_statuses')
    expect(radarr4k.journal.requests('GET /api/v3/*')).toHaveLength(before)
    radarr4k.faults.always('GET /api/v3/*', status(503))
    expect((await movieStatus(world.asBob, MOVIE.with_file)).instance_statuses).toEqual({
      [instance_ids.movies]: { status: 'available' },
      [instance_ids.movies_4k]: { status: 'unavailable', status_known: false },
    })
    sonarr.addSeries(HARBOUR_NINE_TVDB, { files: 'all' })
    expect((await showStatus(world.asBob, SHOW.harbour_nine)).instance_statuses).toEqual({
      [instance_ids.series]: { status: 'available', status_known: true },
      [instance_ids.anime]: { status: 'unavailable', status_known: true },
    })
  })

  it('is judged again before the answer leaves (CONTRIBUTING rule 3)', async () => {
    const world = await buildWorld(LIBRARY_PARTS)
    stockMovies(world)
    const { app, radarr, users, instance_ids } = world
    const path = `${MOVIE.with_file}/status?media_type=movie`
    const whileReading = async (change: () => Promise<unknown>) => {
      world.app.clock.advance(PAST_REUSE_MS)
      radarr.faults.next('GET /api/v3/movie', hang())
      const asked = nextRequest(radarr.journal, '/api/v3/movie')
      const answer = getStatus(world.asBob, path)
      await asked
      await change()
      // The library is given up; what is left to say is said to whoever asks by then.
      app.clock.advance(30_000)
      return answer
    }
    await setGrants(world.asAdmin, users.bob.user.id, { movie_manager: [instance_ids.movies_4k] })
    const pinned = `/api/admin/users/${users.bob.user.id}/default-instances`
    const pin = () =>
      app.call('PUT', pinned, {
        token: world.admin.access_token,
        body: { movie_manager: instance_ids.movies_4k },
      })
    // With a pin of his own, Bob no longer sees the server's default.
    expect(refusal(await whileReading(pin))).toEqual([403, 'instance_forbidden'])
    await app.call('PUT', pinned, { token: world.admin.access_token, body: { movie_manager: '' } })
    const revoked = await whileReading(() => revokeDevice(app, users.bob.device_id))
    expect(refusal(revoked)).toEqual([401, 'session_revoked'])
  })
})

describe('the caller’s own newest request (1/3)', () => {
  it('is laid over a library that has nothing, and over nobody else’s view', async () => {
    const world = await buildWorld(LIBRARY_PARTS)
    const { app, asAdmin, asBob, instance_ids, radarr } = world
    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    const selection = { media_type: 'movie', tmdb_id: MOVIE.absent, title: 'Nobody Ordered the Soup' }
    const create = async () => {
      const answer = await asBob('POST', '/api/requests', selection)
      return answer.body.request_id as number
    }
    const path = `${MOVIE.absent}/status?media_type=movie`
    const first = await create()
    expect(await movieStatus(world.asBob, MOVIE.absent)).toEqual({
      status: 'pending',
      progress: 0,
      status_known: true,
      instance_id: instance_ids.movies,
      request_id: first,
      delivery: [expect.objectContaining({ request_id: first, state: 'approval' })],
    })
    expect(await statusCards(world.asBob, [['movie', MOVIE.absent]])).toMatchObject([{ status: 'pending' }])
    expect((await getStatus(world.asAdmin, path)).body).toMatchObject({ status: 'unavailable' })
    await asAdmin('POST', `/api/admin/requests/${first}/deny`, { reason: 'Not now' })
    expect(await movieStatus(world.asBob, MOVIE.absent)).toMatchObject({
      status: 'denied',
      request_id: first,
    })

    // Approved while the library is away: it waits, and what the library has is not known.
    const second = await create()
    radarr.faults.always('* /api/v3/*', status(503))
    await asAdmin('POST', `/api/admin/requests/${second}/approve`, {})
    await app.jobs.settle()
    world.app.clock.advance(PAST_REUSE_MS)
    expect(await movieStatus(world.asBob, MOVIE.absent)).toMatchObject({
      status: 'requested',
      status_known: false,
      request_id: second,
    })
    radarr.faults.clear()
    expect(await movieStatus(world.asBob, MOVIE.absent)).toMatchObject({
      status: 'requested',
      status_known: true,
    })
    const cancelled = await asBob('POST', `/api/requests/${second}/delivery`, { action: 'cancel' })
    expect(cancelled.status).toBe(200)
    // C5: it may be asked for again.
    expect(await movieStatus(world.asBob, MOVIE.absent)).toEqual({
      status: 'unavailable',
      progress: 0,
      status_known: true,
      instance_id: instance_ids.movies,
    })
  })
})

describe('a kids account (C9)', () => {
  it('gets 404 for a title outside the limits, and 503 while that cannot be told', async () => {
    const world = await buildWorld(LIBRARY_PARTS)
    stockMovies(world)
    const { tmdb } = world
    const asKim = (id: number, type: string) => getStatus(world.asKim, `${id}/status?media_type=${type}`)
    const hidden = await asKim(MOVIE.above_pg_cap, 'movie')
    expect([hidden.status, hidden.body]).toEqual([404, { error: 'not available' }])
    expect((await asKim(SHOW.mature, 'tv')).body).toEqual({ error: 'not available' })
    expect((await asKim(MOVIE.with_file, 'movie')).body).toMatchObject({ status: 'available' })
    tmdb.faults.always('GET /3/*', status(401))
    expect(refusal(await asKim(MOVIE.in_cinemas, 'movie'))).toEqual([503, 'unavailable'])
    tmdb.faults.clear()
    const cards = await statusCards(world.asKim, [
      ['movie', MOVIE.above_pg_cap],
      ['movie', MOVIE.with_file],
      ['tv', SHOW.mature],
    ])
    expect(cards.map(card => card.tmdb_id)).toEqual([MOVIE.with_file])
  })
})
