import { ALBUM, BOOK, HARBOUR_NINE_TVDB, MOVIE, SHOW, status } from '@foyer/simulators'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Call } from '#test/calls.ts'
import { POLICY } from '#test/content-limits.ts'
import { eventually } from '#test/eventually.ts'
import { listen } from '#test/sockets.ts'
import { buildWorld } from '#test/world.ts'

const LIBRARIES = ['movies', 'series', 'music', 'books'] as const
const MOVIES = [MOVIE.with_file, MOVIE.requested, MOVIE.absent, MOVIE.above_pg_cap]

/** An admin, two members and a library of each kind. */
async function begin() {
  const world = await buildWorld({
    products: ['tmdb', 'trakt'],
    instances: LIBRARIES,
    users: ['uma', 'bob'],
    grants: { uma: LIBRARIES, bob: LIBRARIES },
  })
  const { app, users, instance_ids: ids } = world
  const members = [
    { id: users.uma.user.id, as: world.asUma },
    { id: users.bob.user.id, as: world.asBob },
  ]
  async function settle() {
    await world.settle()
    await app.jobs.settle()
  }
  /** Another process says that the libraries changed, as it does after its own writes to them. */
  async function announce() {
    await world.settle()
    for (const instance_id of Object.values(ids)) {
      await app.broadcast.send(null, { kind: 'library_status_stale', instance_id })
    }
  }
  await settle()
  return { ...world, members, ids, settle, announce }
}

type KeptWorld = Awaited<ReturnType<typeof begin>>
/** Something happens. `pick` chooses among several things of a kind; a refusal is as good as anything. */
type Step = (world: KeptWorld, pick: number) => unknown

const chosen = <T>(items: readonly T[], pick: number): T => {
  const item = items[pick % items.length]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}
const someMember = ({ members }: KeptWorld, pick: number) => chosen(members, pick)
const request =
  (selection: (pick: number) => object): Step =>
  (world, pick) =>
    someMember(world, pick).as('POST', '/api/requests', { title: 'Something', ...selection(pick >> 1) })

async function someRequest({ asAdmin }: KeptWorld, pick: number): Promise<number> {
  const { requests } = (await asAdmin('GET', '/api/admin/requests/history')).body
  return requests.length === 0 ? 1 : chosen<{ id: number }>(requests, pick).id
}
const decide =
  (word: string): Step =>
  async (world, pick) =>
    world.asAdmin('POST', `/api/admin/requests/${await someRequest(world, pick)}/${word}`, {})
const act =
  (action: string): Step =>
  async (world, pick) =>
    world.asAdmin('POST', `/api/requests/${await someRequest(world, pick)}/delivery`, { action })

/** What changes in the libraries alone; nothing is written here, so that nothing but their word can tell. */
const IN_LIBRARIES: Record<string, Step> = {
  'a movie arrives': (world, pick) => {
    const tmdb_id = chosen(MOVIES, pick)
    if (!world.radarr.movie(tmdb_id)) world.radarr.addMovie(tmdb_id, { file: 'WEBDL-1080p' })
  },
  'a movie is deleted': (world, pick) => {
    const record = world.radarr.movie(chosen(MOVIES, pick))
    if (record) world.radarr.deleteMovie(record.id)
  },
  'a show arrives': world => {
    const known = world.sonarr.series().find(one => one.tvdb_id === HARBOUR_NINE_TVDB)
    const { id } = known ?? world.sonarr.addSeries(HARBOUR_NINE_TVDB)
    for (const episode of world.sonarr.episodes(id, 1)) world.sonarr.importFile(episode.id)
  },
  'an album arrives or goes': world => {
    const album = world.lidarr.album(ALBUM.absent)
    if (!album) world.lidarr.addAlbum(ALBUM.absent)
    else if (world.lidarr.isMissing(album.id)) world.lidarr.importFiles(album.id)
    else world.lidarr.deleteFiles(album.id)
  },
  'a book arrives': world => {
    const book = world.chaptarr.book(BOOK.tidewater)
    if (book && world.chaptarr.isMissing(book.id)) world.chaptarr.importFile(book.id)
    else if (!book) world.chaptarr.addBook(BOOK.tidewater)
  },
  'a library is out of order': (world, pick) => {
    chosen([world.radarr, world.sonarr, world.lidarr, world.chaptarr], pick).faults.always(
      'GET *',
      status(503),
    )
  },
  'all libraries answer again': world => {
    for (const one of [world.radarr, world.sonarr, world.lidarr, world.chaptarr]) one.faults.clear()
  },
}

/** Every way by which stored rows change what a list of requests says. */
const STORED: Record<string, Step> = {
  'a movie is asked for': request(pick => ({ media_type: 'movie', tmdb_id: chosen(MOVIES, pick) })),
  'a show is asked for': request(() => ({ media_type: 'tv', tmdb_id: SHOW.harbour_nine, seasons: [1] })),
  'an album is asked for': request(() => ({ media_type: 'music', foreign_id: ALBUM.absent })),
  'a book is asked for': request(pick => ({
    media_type: 'book',
    foreign_id: `hc:${BOOK.tidewater}`,
    book_format: chosen(['ebook', 'audiobook', 'both'], pick),
  })),
  'approval is required or not': ({ asAdmin }, pick) =>
    asAdmin('PUT', '/api/admin/request-settings', { require_approval: pick % 2 === 0 }),
  'a request is approved': decide('approve'),
  'a request is denied': decide('deny'),
  'a delivery is cancelled': act('cancel'),
  'a delivery is retried': act('retry'),
  'time passes': ({ app }) => app.clock.advance(61_000),
  'a library gets another name': ({ asAdmin, ids }, pick) => {
    const id = chosen(Object.values(ids), pick)
    return asAdmin('PUT', `/api/admin/instances/${id}`, { name: `Library ${id} ${pick}` })
  },
  'a member loses or gets a library': ({ asAdmin, ids, members }, pick) => {
    const id = chosen(Object.values(ids), pick)
    const user_ids = members.map(member => member.id).slice(pick % 2)
    return asAdmin('PUT', `/api/admin/instances/${id}/grant-users`, { user_ids })
  },
  'a member becomes a kids account or is one no more': ({ asAdmin, members }, pick) => {
    const path = `/api/admin/users/${chosen(members, pick).id}/content-policy`
    return pick % 3 === 0 ? asAdmin('DELETE', path) : asAdmin('PUT', path, POLICY)
  },
  'a member becomes an admin or is one no more': ({ asAdmin, members }, pick) => {
    const role = pick % 3 === 0 ? 'admin' : 'user'
    return asAdmin('PATCH', `/api/admin/users/${chosen(members, pick).id}`, { role })
  },
  'a member gets another name': ({ app, members }, pick) =>
    app.database.transaction(tx =>
      tx
        .updateTable('users')
        .set({ username: `member ${pick}` })
        .where('id', '=', chosen(members, pick).id)
        .execute(),
    ),
}

const STEPS = { ...IN_LIBRARIES, ...STORED }

/** Something of each medium is there to begin with. */
const FIRST = ['a movie is asked for', 'a show is asked for', 'an album is asked for', 'a book is asked for']

const ADMIN_READS = [
  '/api/admin/requests',
  '/api/admin/requests/waiting',
  '/api/admin/requests/history?limit=20',
  // Of one medium each, so that no other library's change can hide that its own was missed.
  ...['movie', 'tv', 'book', 'music'].map(
    medium => `/api/admin/requests/history?limit=3&media_type=${medium}`,
  ),
]
const OWN_READS = ['/api/requests', '/api/requests?limit=2', '/api/config']

/** What everybody reads, one after the other. */
async function readAll({ asAdmin, members }: KeptWorld): Promise<string[]> {
  const readers: [Call, string[]][] = [
    [asAdmin, [...ADMIN_READS, '/api/auth/status']],
    ...members.map(({ as }): [Call, string[]] => [as, OWN_READS]),
  ]
  const answers: string[] = []
  for (const [as, paths] of readers) {
    for (const path of paths) {
      const { status: code, raw } = await as('GET', path)
      answers.push(`${path} ${code} ${raw.toString()}`)
    }
  }
  return answers
}

/** The same as on PostgreSQL, where commits cannot be counted and nothing is kept. */
async function readAnew(world: KeptWorld): Promise<string[]> {
  const { database } = world.app
  const { commits } = database
  Object.assign(database, { commits: () => null })
  try {
    return await readAll(world)
  } finally {
    Object.assign(database, { commits })
  }
}

describe('answers that are kept as ready bytes', () => {
  it('are what would be made anew, whatever happened before', async () => {
    const step = fc.record({ name: fc.constantFrom(...Object.keys(STEPS)), pick: fc.nat(100) })
    const property = fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 25 }), async steps => {
      const world = await begin()
      for (const name of FIRST) await STEPS[name]?.(world, 0)
      // Each library has its say in every run, whatever was drawn.
      const arrivals = Object.keys(IN_LIBRARIES).map(name => ({ name, pick: 0 }))
      for (const { name, pick } of [...arrivals, ...steps, ...arrivals]) {
        await STEPS[name]?.(world, pick)
        await (name in IN_LIBRARIES ? world.announce() : world.settle())
        // Looking at a list corrects rows that its library knows better about; the second time none is left.
        await readAll(world)
        const kept = await readAll(world)
        expect({ after: name, answers: kept }).toEqual({ after: name, answers: await readAnew(world) })
      }
    })
    await fc.assert(property, { seed: 16, numRuns: 2, endOnFailure: true })
  })

  it('change at once when a library reports a change by its webhook (1/I)', async () => {
    const world = await begin()
    const { app, admin, asAdmin, members, ids, settle } = world
    // Installed from an address at which the manager reaches us.
    const headers = { host: `127.0.0.1:${await listen(app)}` }
    const path = `/api/admin/instances/${ids.movies}/webhook`
    const installed = await app.call('POST', path, { token: admin.access_token, headers })
    expect(installed.status).toBe(200)
    const [uma] = members
    await uma?.as('POST', '/api/requests', { media_type: 'movie', tmdb_id: MOVIE.absent, title: 'A movie' })
    await settle()
    app.clock.advance(61_000)
    const words = async () => {
      const own = (await uma?.as('GET', '/api/requests'))?.body
      const all = (await asAdmin('GET', '/api/admin/requests/history')).body.requests
      return [own[0].status, all[0].status]
    }
    expect([await words(), await words()]).toEqual([
      ['requested', 'requested'],
      ['requested', 'requested'],
    ])
    const record = world.radarr.movie(MOVIE.absent)
    if (!record) throw new Error('not delivered')
    const { download_id } = world.radarr.startDownload(record.id)
    world.radarr.finishDownload(download_id)
    await world.settle()
    // The clock stands still: nothing but the webhook can bring it.
    await eventually(async () => expect(await words()).toEqual(['available', 'available']))
  })

  it('leave by the express lane from the third time on', async () => {
    const world = await begin()
    const { app, admin, members, settle } = world
    const port = await listen(app)
    await members[0]?.as('POST', '/api/requests', {
      media_type: 'movie',
      tmdb_id: MOVIE.absent,
      title: 'A movie',
    })
    // A season that airs: what its record leaves open is looked up beside it.
    const { id } = world.sonarr.addSeries(world.catalogue.show(SHOW.running)?.tvdb_id ?? 0, { files: [1] })
    const [first] = world.sonarr.episodes(id, 2)
    if (first) world.sonarr.importFile(first.id)
    await members[0]?.as('POST', '/api/requests', {
      media_type: 'tv',
      tmdb_id: SHOW.running,
      seasons: [1, 2],
    })
    await settle()
    app.clock.advance(61_000)
    // What is due each minute writes, and a write ends what is kept.
    await settle()
    const lane = () =>
      app.log.entries.filter(({ msg, ...facts }) => msg === 'answered' && !('request_id' in facts)).length
    const paths = [...ADMIN_READS, '/api/requests', '/api/config', '/api/auth/status']
    const went: Record<string, number> = {}
    for (const path of paths) {
      const before = lane()
      for (let i = 0; i < 5; i += 1) {
        const headers = { authorization: `Bearer ${admin.access_token}` }
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
        expect(answer.status).toBe(200)
        await answer.arrayBuffer()
      }
      went[path] = lane() - before
    }
    expect(Object.values(went).map(count => count >= 2)).toEqual(paths.map(() => true))
  })
})
