import type { EventFrame } from '@foyer/contract/events'
import { expect, it } from 'vitest'
import { createLocalBroadcast } from '#db/broadcast-local.ts'
import type { Database } from '#db/database.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { LibraryEvent } from '#features/library-webhooks/index.ts'
import { createTestClock, type TestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { LibraryMovie, MovieLibrary, QueuedMovie } from '#ports/movie-library.ts'
import type { SeriesLibrary } from '#ports/series-library.ts'
import { afterTest, describeEachEngine, openFresh } from '#test/engines.ts'
import { createDownLibraries } from './down-libraries.ts'
import { createLibrarySnapshot } from '#features/library-status/read/library-snapshot.ts'
import { createQueueWatcher } from './queue-watcher.ts'
import { createWatch } from './watch-lease.ts'

const LOOK_MS = 30_000
const MOVIES: InstanceRecord = {
  id: 'in_a',
  service_type: 'movie_manager',
  name: 'Movies',
  name_key: 'movies',
  url: 'http://radarr',
  api_key_box: null,
  is_default: true,
  sort_order: 0,
  media_path_mappings: [],
  server_config: null,
  delivery_defaults: {},
  created_at: '2026-11-15T09:00:00.000Z',
  updated_at: '2026-11-15T09:00:00.000Z',
}

const NO_SERIES: SeriesLibrary = {
  list: async () => [],
  find: async () => null,
  episodes: async () => [],
  queue: async () => [],
}

/** A movie library that a test changes by hand. */
function createShelf() {
  const shelf = {
    movies: new Map<number, LibraryMovie>(),
    queue: [] as QueuedMovie[],
    down: false,
    looks: 0,
    lists: 0,
  }
  const answer = <T>(value: () => T): Promise<T> =>
    shelf.down
      ? Promise.reject(new UpstreamFault({ upstream: 'Radarr', kind: 'unreachable' }))
      : Promise.resolve(value())
  const library: MovieLibrary = {
    list() {
      shelf.lists += 1
      return answer(() => [...shelf.movies.values()])
    },
    find: (_connection, tmdb_id) => answer(() => shelf.movies.get(tmdb_id) ?? null),
    queue() {
      shelf.looks += 1
      return answer(() => shelf.queue)
    },
  }
  return { shelf, library }
}

interface Begin {
  database?: Database
  clock?: TestClock
  streams?: number
  release?: () => Promise<void>
}

const isSaid = (word: unknown): word is string | number =>
  typeof word === 'string' || typeof word === 'number'

/** One process that watches one library, with what its pages would hear. */
async function begin({ database: given, clock = createTestClock(), streams = 1, release }: Begin = {}) {
  const database = given ?? (await openFresh('sqlite'))
  const log = createTestLog()
  const heard: EventFrame[] = []
  const listeners = new Set<(event: LibraryEvent) => void>()
  const broadcast = createLocalBroadcast(database, log)
  const { shelf, library } = createShelf()
  const library_events = {
    onInvalidated(listener: (event: LibraryEvent) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const open = { streams, instance: MOVIES }
  const parts = {
    database,
    clock,
    log,
    broadcast,
    library_events,
    inventory: { connectionOf: () => ({ url: '', api_key: null }), list: async () => [open.instance] },
    events: { publish: async (_tx: unknown, frame: EventFrame) => void heard.push(frame) },
    openStreams: () => open.streams,
    matches: {
      resolve: () => Promise.reject(new Error('no show is asked for')),
      targets: async () => new Map(),
      shows: async () => new Map(),
    },
  }
  const { status, projections } = createLibrarySnapshot({ ...parts, movies: library, series: NO_SERIES })
  const lease_clock = async () => clock.now().getTime()
  const watch = createWatch({ database, clock, name: 'library queues', lease_clock })
  const down = createDownLibraries({ broadcast })
  const watched = { ...parts, down, status, projections, watch: { ...watch, ...(release && { release }) } }
  const watcher = createQueueWatcher(watched)
  watcher.start()
  afterTest(async () => {
    await watcher.close()
    status.close()
  })
  return {
    clock,
    shelf,
    open,
    watcher,
    /** Why it counts as down, as an admin would see it. */
    down: async () => (await down.among([open.instance])).map(({ category }) => category),
    log,
    /** What was said since the last time this was asked. */
    said: () =>
      heard
        .splice(0)
        .map(({ type, data: { status, progress } }) => [type, status, progress].filter(isSaid).join(' ')),
    frames: heard,
    async look(ms = LOOK_MS) {
      clock.advance(ms)
      await watcher.idle()
    },
    async hook(event_type: string) {
      for (const listener of listeners)
        listener({ instance_id: MOVIES.id, service_type: 'movie_manager', event_type })
      clock.advance(1000)
      await watcher.idle()
    },
    add(tmdb_id: number, has_file = false) {
      shelf.movies.set(tmdb_id, { record_id: tmdb_id, tmdb_id, has_file, monitored: true })
    },
    download(tmdb_id: number, left = 1000) {
      shelf.queue = [
        ...shelf.queue.filter(row => row.record_id !== tmdb_id),
        { record_id: tmdb_id, tmdb_id, download: { id: `d${tmdb_id}`, size: 1000, left } },
      ]
    },
  }
}

it('1/6 tells what entered, moved and left, each thing once', async () => {
  const { add, download, look, said, shelf, frames } = await begin()
  add(603)
  await look()
  expect(said()).toEqual([])
  download(603)
  await look()
  const title = { media_type: 'movie', tmdb_id: 603, instance_id: 'in_a' }
  expect(frames).toEqual([
    { type: 'request_status_changed', data: { ...title, status: 'downloading' } },
    { type: 'download_progress', data: { ...title, progress: 0, status: 'downloading' } },
    { type: 'library_queue_changed', data: { instance_id: 'in_a', service_type: 'movie_manager' } },
  ])
  said()
  // Half a percent is nothing that anybody could see.
  download(603, 995)
  await look()
  expect(said()).toEqual([])
  download(603, 400)
  await look()
  expect(said()).toEqual(['download_progress downloading 60'])
  shelf.queue = []
  add(603, true)
  await look()
  expect(said()).toEqual(['request_status_changed available', 'library_queue_changed'])
  await look()
  expect(said()).toEqual([])
})

it('says that a title is only asked for again when its download failed', async () => {
  const { add, download, look, said, shelf } = await begin()
  add(603)
  download(603)
  await look()
  said()
  shelf.queue = []
  await look()
  expect(said()).toEqual(['request_status_changed requested', 'library_queue_changed'])
})

it('does not call a status changed because a better copy is on its way', async () => {
  const { add, download, look, said, shelf } = await begin()
  add(603, true)
  download(603)
  await look()
  expect(said()).toEqual(['download_progress available 0', 'library_queue_changed'])
  shelf.queue = []
  await look()
  expect(said()).toEqual(['library_queue_changed'])
})

it('tells of a whole queue that emptied by one read of the library', async () => {
  const { add, download, look, said, shelf } = await begin()
  const ids = [1, 2, 3, 4, 5, 6, 7, 8]
  for (const id of ids) {
    add(id)
    download(id)
  }
  await look()
  said()
  shelf.lists = 0
  shelf.queue = []
  for (const id of ids) add(id, true)
  await look()
  expect(shelf.lists).toBe(1)
  expect(said()).toEqual([...ids.map(() => 'request_status_changed available'), 'library_queue_changed'])
})

it('looks at once after a webhook, which has told already that the queue changed', async () => {
  const { add, download, look, hook, said } = await begin()
  await look()
  add(603)
  download(603)
  await hook('Grab')
  expect(said()).toEqual(['request_status_changed downloading', 'download_progress downloading 0'])
  await look()
  expect(said()).toEqual([])
  // Other events say nothing of the queue, so what is found then is news.
  add(604)
  download(604)
  await hook('Rename')
  expect(said()).toContain('library_queue_changed')
})

it('takes a queue that cannot be read for no empty one, and comes back less and less often', async () => {
  const { add, download, look, hook, said, shelf, log } = await begin()
  add(603)
  download(603)
  await look()
  said()
  shelf.down = true
  shelf.looks = 0
  for (let n = 0; n < 16; n++) await look()
  // At once, then after half a minute, one, two and four: five looks in eight minutes.
  expect(shelf.looks).toBe(5)
  expect(said()).toEqual([])
  expect(log.entries).toHaveLength(1)
  shelf.down = false
  // A manager that speaks is back.
  await hook('HealthRestored')
  expect(shelf.looks).toBe(6)
  expect(said()).toEqual([])
})

it('says which library does not answer, until it does or is stored anew', async () => {
  const { look, down, shelf, open } = await begin()
  await look()
  expect(await down()).toEqual([])
  shelf.down = true
  await look()
  expect(await down()).toEqual(['unreachable'])
  for (let n = 0; n < 16; n++) await look()
  // Its back-off is minutes long by now, but somebody is looking.
  shelf.down = false
  expect(await down()).toEqual(['unreachable'])
  await look()
  expect(await down()).toEqual([])

  shelf.down = true
  await look()
  shelf.looks = 0
  open.instance = { ...MOVIES, updated_at: '2026-11-15T10:00:00.000Z' }
  expect(await down()).toEqual([])
  await look()
  expect([shelf.looks, await down()]).toEqual([1, ['unreachable']])
})

it('1/6 looks every half minute while a stream is open, else every five minutes', async () => {
  const { look, shelf, open } = await begin({ streams: 0 })
  for (let n = 0; n < 20; n++) await look()
  expect(shelf.looks).toBe(2)
  open.streams = 1
  for (let n = 0; n < 4; n++) await look()
  expect(shelf.looks).toBe(6)
})

it('closes although its lease cannot be released: the database may be gone', async () => {
  const release = () => Promise.reject(new Error('no connection'))
  const { watcher, log } = await begin({ release })
  await watcher.close()
  expect(log.entries).toMatchObject([{ msg: 'the lease for watching the queues could not be released' }])
})

describeEachEngine('the watch over the queues', (open, engine) => {
  it(`is kept by ${engine === 'postgres' ? 'one process, and by another after it' : 'the only process'}`, async () => {
    const database = await open()
    const clock = createTestClock()
    const lease_clock = async () => clock.now().getTime()
    const watch = () => createWatch({ database, clock, name: 'library queues', lease_clock })
    const [one, other] = [watch(), watch()]
    expect(await one.isOurs()).toBe(true)
    if (engine === 'sqlite') return
    expect(await other.isOurs()).toBe(false)
    clock.advance(60_000)
    expect([await one.isOurs(), await other.isOurs()]).toEqual([true, false])
    // It fell silent, for longer than three looks take.
    clock.advance(96_000)
    expect([await other.isOurs(), await one.isOurs()]).toEqual([true, false])
    await other.release()
    expect(await one.isOurs()).toBe(true)
  })
})

it('tells of the titles of another library that an instance was pointed at, though their numbers are the same', async () => {
  const { look, shelf, open, frames } = await begin()
  const downloading = (tmdb_id: number) => {
    shelf.movies.set(tmdb_id, { record_id: 5, tmdb_id, has_file: false, monitored: true })
    shelf.queue = [{ record_id: 5, tmdb_id, download: { id: 'd', size: 1000, left: 1000 } }]
  }
  downloading(21)
  await look()
  frames.splice(0)
  open.instance = { ...MOVIES, url: 'http://other', updated_at: '2026-11-15T09:01:00.000Z' }
  shelf.movies.clear()
  downloading(22)
  await look()
  const statuses = frames.filter(({ type }) => type === 'request_status_changed')
  expect(statuses.map(({ data }) => [data['tmdb_id'], data['status']])).toEqual([
    [22, 'downloading'],
    [21, 'unavailable'],
  ])
})

it('looks at once at a library that an instance was pointed at, however long the former one was out', async () => {
  const { look, shelf, open, add, download, said } = await begin()
  shelf.down = true
  for (let n = 0; n < 8; n += 1) await look()
  shelf.down = false
  open.instance = { ...MOVIES, url: 'http://other', updated_at: '2026-11-15T09:01:00.000Z' }
  add(1)
  download(1)
  await look()
  expect(said()).toContain('request_status_changed downloading')
})
