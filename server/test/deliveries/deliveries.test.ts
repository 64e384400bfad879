import { dropAfterCommit, MOVIE, status } from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { expect, it } from 'vitest'
import type { Engine } from '#db/database.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { type DeliveryOptions, insertUserAndInstances, MOVIES } from '#test/build-deliveries.ts'
import { openDeliveryProcess } from '#test/delivery-process.ts'
import { createTestClock } from '#test/test-clock.ts'
import { openFresh } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'

async function begin(engine: Engine = 'sqlite', overrides: DeliveryOptions['overrides'] = {}) {
  const clock = createTestClock()
  const world = await startSimulators({ products: ['radarr'], now: () => clock.now().getTime() })
  const database = await openFresh(engine)
  await insertUserAndInstances(database, { movies: world.radarr })
  const harness = openDeliveryProcess(database, { clock, overrides })
  const movie = (tmdb_id: number, more = {}) =>
    harness.saveRequest({ tmdb_id, identity: `movie:${tmdb_id}`, title: `Movie ${tmdb_id}`, ...more })
  return { ...harness, world, radarr: world.radarr, movie }
}

it('adds an absent movie wanted and searched for, in the words of the vendor document (1/4.8)', async () => {
  const { radarr, movie, jobs, stateOf, published, database } = await begin()
  radarr.rootFolders.add('/second')
  radarr.rootFolders.set('/movies', { accessible: false })
  const { id } = await movie(MOVIE.absent, { quality_profile_id: 5 })
  expect(await stateOf(id)).toMatchObject({ state: 'queued', code: null, attempts: 0, began: false })
  await jobs.settle()

  expect(await stateOf(id)).toEqual({ state: 'complete', code: 'requested', attempts: 1, began: true })
  expect(radarr.movies()).toMatchObject([
    {
      tmdb_id: MOVIE.absent,
      monitored: true,
      quality_profile_id: 5,
      root_folder_path: '/second',
      minimum_availability: 'released',
      add_options: { searchForMovie: true, monitor: 'movieOnly' },
    },
  ])
  expect(published.map(event => event.data['delivery_state'])).toEqual([
    undefined,
    'queued',
    'processing',
    'complete',
  ])
  const charges = await database.read.selectFrom('request_charges').select(['began', 'refunded_at']).execute()
  expect(charges).toEqual([{ began: 1, refunded_at: null }])
  const [row] = (await database.read.selectFrom('request_deliveries').select('record_id').execute()) ?? []
  expect(row).toEqual({ record_id: radarr.movie(MOVIE.absent)?.id })
  const document = openVendorDocument('radarr')
  expect(document ? radarr.journal.requests('* /api/*').flatMap(document.violations) : []).toEqual([])
})

it('looks first: what is there is complete, what is not wanted is switched on and searched for', async () => {
  const { radarr, movie, jobs, stateOf, world } = await begin()
  radarr.addMovie(MOVIE.with_file)
  radarr.importFile(radarr.movie(MOVIE.with_file)?.id ?? 0)
  radarr.addMovie(MOVIE.requested)
  radarr.addMovie(MOVIE.unmonitored, { monitored: false })
  const there = await movie(MOVIE.with_file)
  const wanted = await movie(MOVIE.requested)
  const unwanted = await movie(MOVIE.unmonitored)
  await jobs.settle()

  expect(await stateOf(there.id)).toMatchObject({ state: 'complete', code: 'available', began: false })
  expect(await stateOf(wanted.id)).toMatchObject({ state: 'complete', code: 'requested', began: false })
  expect(await stateOf(unwanted.id)).toMatchObject({ state: 'complete', code: 'requested', began: true })
  expect(radarr.movie(MOVIE.unmonitored)?.monitored).toBe(true)
  const id = radarr.movie(MOVIE.unmonitored)?.id
  expect(radarr.journal.requests('POST /api/v3/*').map(call => call.body)).toEqual([
    { name: 'MoviesSearch', movieIds: [id] },
  ])
  expect(radarr.movies()).toHaveLength(3)
  const document = openVendorDocument('radarr')
  expect(document ? radarr.journal.requests('* /api/*').flatMap(document.violations) : []).toEqual([])
  await world.settle()
})

it('an add whose answer was lost is found by reading, never repeated (1:3)', async () => {
  const { radarr, movie, jobs, stateOf, clock } = await begin()
  radarr.faults.next('POST /api/v3/movie', dropAfterCommit())
  const { id } = await movie(MOVIE.absent)
  await jobs.settle()
  expect(await stateOf(id)).toEqual({
    state: 'retry',
    code: 'library_unavailable',
    attempts: 1,
    began: true,
  })
  clock.advance(MINUTE_MS)
  await jobs.settle()
  expect(await stateOf(id)).toEqual({ state: 'complete', code: 'requested', attempts: 2, began: true })
  expect(radarr.journal.requests('POST /api/v3/movie')).toHaveLength(1)
  expect(radarr.movies()).toHaveLength(1)
})

it('a search that was lost after the switch is asked for again', async () => {
  const { radarr, movie, jobs, stateOf, clock } = await begin()
  radarr.addMovie(MOVIE.unmonitored, { monitored: false })
  radarr.faults.next('POST /api/v3/command', status(500))
  const { id } = await movie(MOVIE.unmonitored)
  await jobs.settle()
  expect(await stateOf(id)).toMatchObject({ state: 'retry', began: true })
  clock.advance(MINUTE_MS)
  await jobs.settle()
  expect(await stateOf(id)).toMatchObject({ state: 'complete', code: 'requested' })
  expect(radarr.journal.requests('POST /api/v3/command')).toHaveLength(2)
  expect(radarr.journal.requests('PUT /api/v3/movie/*')).toHaveLength(1)
})

it('a movie that somebody adds at the same moment is theirs and ours', async () => {
  const { radarr, movie, jobs, stateOf } = await begin()
  radarr.faults.next('GET /api/v3/movie', status(200, { body: [] }))
  radarr.addMovie(MOVIE.requested)
  const { id } = await movie(MOVIE.requested)
  await jobs.settle()
  expect(await stateOf(id)).toMatchObject({ state: 'complete', code: 'requested' })
  expect(radarr.movies()).toHaveLength(1)
})

it.each([
  ['an id that the manager does not know', 42, () => {}, 'metadata_unresolved', 'attention'],
  [
    'a quality profile that went meanwhile',
    MOVIE.absent,
    (r: Radarr) => r.faults.next('POST /api/v3/movie', status(400, { body: [failure('QualityProfileId')] })),
    'request_unavailable',
    'attention',
  ],
  [
    'a folder that another movie has',
    MOVIE.absent,
    (r: Radarr) => r.faults.next('POST /api/v3/movie', status(400, { body: [failure('Path')] })),
    'request_unavailable',
    'attention',
  ],
  [
    'a body that cannot be bound',
    MOVIE.absent,
    (r: Radarr) =>
      r.faults.next('POST /api/v3/movie', status(400, { body: { title: 'x', errors: { a: ['b'] } } })),
    'request_unavailable',
    'attention',
  ],
  [
    'no root folder within reach',
    MOVIE.absent,
    (r: Radarr) => r.rootFolders.set('/movies', { accessible: false }),
    'library_unavailable',
    'retry',
  ],
  [
    'no root folder at all',
    MOVIE.absent,
    (r: Radarr) => r.rootFolders.remove('/movies'),
    'library_unavailable',
    'attention',
  ],
  [
    'a key that is refused',
    MOVIE.absent,
    (r: Radarr) => r.faults.always('GET /api/v3/movie', status(401)),
    'service_unavailable',
    'retry',
  ],
  [
    'metadata that is out',
    MOVIE.absent,
    (r: Radarr) => r.faults.always('GET /api/v3/movie/lookup', status(503)),
    'library_unavailable',
    'retry',
  ],
])('says what is wrong: %s', async (_name, tmdb_id, arrange, code, state) => {
  const { radarr, movie, jobs, stateOf, deliveries, database } = await begin()
  arrange(radarr)
  const { id } = await movie(tmdb_id)
  await jobs.settle()
  expect(await stateOf(id)).toMatchObject({ state, code })
  const [row] = (await deliveries.statesOf(database.read, [id])).get(id) ?? []
  expect(row?.message).toMatch(/^[A-Z].*\.$/)
  expect(row?.message).not.toMatch(/127\.0\.0\.1|\/movies|http/)
  expect(row?.park_reason).toBe(state === 'retry' ? 'delivery' : null)
})

type Radarr = Awaited<ReturnType<typeof begin>>['radarr']

function failure(propertyName: string) {
  return { propertyName, errorMessage: "'/movies/x' is wrong at http://127.0.0.1", severity: 'error' }
}

it('a longer Retry-After wins, and the fiftieth attempt is the last (1:3)', async () => {
  const { radarr, movie, jobs, stateOf, clock, deliveries, database } = await begin()
  radarr.faults.next('GET /api/v3/movie', status(429, { retry_after: 600 }))
  const { id } = await movie(MOVIE.absent)
  const row = async () => (await deliveries.statesOf(database.read, [id])).get(id)?.[0]
  await jobs.settle()
  const first = clock.now().getTime()
  expect(Date.parse((await row())?.next_attempt_at ?? '') - first).toBe(600_000)
  radarr.faults.always('GET /api/v3/movie', status(500))
  const waits: number[] = []
  for (let n = 2; n <= 50; n += 1) {
    clock.advance(Date.parse((await row())?.next_attempt_at ?? '') - clock.now().getTime())
    await jobs.settle()
    const next = (await row())?.next_attempt_at
    if (next) waits.push((Date.parse(next) - clock.now().getTime()) / 1000)
  }
  expect(waits.slice(0, 9)).toEqual([120, 240, 480, 960, 1920, 3840, 7680, 15360, 21600])
  expect(await stateOf(id)).toMatchObject({ state: 'attention', code: 'retry_limit', attempts: 50 })
  expect(await row()).toMatchObject({ next_attempt_at: null, park_reason: null })

  radarr.faults.clear()
  await database.transaction(tx => deliveries.retry(tx, id))
  expect(await stateOf(id)).toMatchObject({ state: 'queued', code: null, attempts: 0 })
  await jobs.settle()
  expect(await stateOf(id)).toMatchObject({ state: 'complete', attempts: 1 })
  await expect(database.transaction(tx => deliveries.retry(tx, id))).rejects.toMatchObject({
    code: 'invalid_delivery_state',
  })
})

it('a manager that was away for an hour gets everything in order, once, one at a time', async () => {
  const { radarr, movie, jobs, stateOf, clock, world, published } = await begin()
  const titles = world.catalogue.movies.slice(0, 10).map(one => one.id)
  radarr.faults.always('*', status(502))
  const ids: number[] = []
  // Asked for over the whole hour, so that their delays are all different.
  for (const tmdb_id of titles) {
    ids.push((await movie(tmdb_id)).id)
    await jobs.settle()
    for (let minute = 0; minute < 6; minute += 1) {
      clock.advance(MINUTE_MS)
      await jobs.settle()
    }
  }
  for (const id of ids)
    expect(await stateOf(id)).toMatchObject({ state: 'retry', code: 'service_unavailable' })
  radarr.faults.clear()
  radarr.journal.clear()
  published.length = 0
  for (let minute = 0; minute < 32 && radarr.movies().length < titles.length; minute += 1) {
    clock.advance(MINUTE_MS)
    await jobs.settle()
  }

  expect(radarr.movies().map(one => one.tmdb_id)).toEqual(titles)
  for (const id of ids) expect(await stateOf(id)).toMatchObject({ state: 'complete', code: 'requested' })
  // Read, lookup, folders, profiles, add: five calls each, and at most one look at whether it is back at all.
  expect(radarr.journal.requests('POST /api/v3/movie')).toHaveLength(10)
  expect(radarr.journal.requests('* /api/*').length).toBeLessThanOrEqual(60)
  const order = published.filter(event => event.data['delivery_state'] === 'complete')
  expect(order.map(event => event.data['request_id'])).toEqual(ids)
})

it('a manager that makes itself published is not kept waiting for the next rung of the ladder', async () => {
  const { radarr, movie, jobs, stateOf, clock, deliveries } = await begin()
  radarr.faults.always('*', status(502))
  const { id } = await movie(MOVIE.absent)
  await jobs.settle()
  for (let n = 0; n < 7; n += 1) {
    clock.advance(30 * MINUTE_MS)
    await jobs.settle()
  }
  radarr.faults.clear()
  clock.advance(MINUTE_MS)
  await jobs.settle()
  expect(await stateOf(id)).toMatchObject({ state: 'retry', code: 'service_unavailable' })
  await deliveries.wakeWaiting(MOVIES)
  await jobs.settle()
  expect(await stateOf(id)).toMatchObject({ state: 'complete', code: 'requested' })
})
