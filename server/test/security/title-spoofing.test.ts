import { ALBUM, BOOK, MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import type { Selection } from '@foyer/contract/requests/requests'
import { MINUTE_MS } from '#kit/durations.ts'
import type { Call } from '#test/calls.ts'
import { listenTo } from '#test/request-events.ts'
import { buildWorld } from '#test/world.ts'

/**
 * C69: a requester must not send a harmless title with the id of something else, so that an admin approves the one and
 * the other is delivered. Wherever a request is shown, its title is that of the id, or is marked as entered by the
 * requester.
 */
const FRIENDLY = 'Numbers for Toddlers'
const LEDGER = 'The Tidewater Ledger'

const LIBRARIES = ['movies', 'series', 'music', 'books'] as const
const HELD_MS = 3_000

/** Every medium with its providers, and somebody whose requests an admin approves. */
async function buildSpoofingWorld() {
  const world = await buildWorld({
    products: ['tmdb'],
    instances: LIBRARIES,
    users: ['eve', 'ben'],
    grants: { eve: LIBRARIES, ben: LIBRARIES },
  })
  const { app, admin, asAdmin, users } = world
  await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
  const heard = listenTo(app, { admin, ...users })
  return { ...world, heard }
}

type SpoofingWorld = Awaited<ReturnType<typeof buildSpoofingWorld>>

/** The events to open pages that contain the title the requester entered. */
const friendlyUpdates = ({ heard }: SpoofingWorld, name: 'admin' | 'eve' | 'ben') =>
  heard.of(name, 'request_updated').filter(({ title }) => title === FRIENDLY)

const SPOOFS: [name: string, selection: Selection, title: string][] = [
  ['a movie', { media_type: 'movie', tmdb_id: MOVIE.above_pg_cap }, 'movie'],
  ['a show', { media_type: 'tv', tmdb_id: SHOW.harbour_nine }, 'Harbour Nine'],
  ['an album', { media_type: 'music', foreign_id: ALBUM.absent }, 'Velvet Ledger'],
  ['a book', { media_type: 'book', foreign_id: `hc:${BOOK.tidewater}`, book_format: 'ebook' }, LEDGER],
]

const list = async (as: Call, path: string) => (await as('GET', path)).body

/** Every place that shows the title of a request. */
async function titlesOf({ app, asAdmin, asEve, heard }: SpoofingWorld, request_id: number) {
  const of = (rows: { request_id: number; title: string; title_unverified?: true }[]) =>
    rows
      .filter(row => row.request_id === request_id)
      .map(({ title, title_unverified }) => ({ title, title_unverified }))
  const alerts = await app.database.read.selectFrom('alerts').select('data').execute()
  const inbox = (await list(asAdmin, '/api/notifications/inbox')).entries
  return {
    queue: of(await list(asAdmin, '/api/admin/requests')),
    history: of((await list(asAdmin, '/api/admin/requests/history')).requests),
    own: of(await list(asEve, '/api/requests')),
    inbox: of(inbox.map((entry: { data: object }) => entry.data)),
    alerts: of(alerts.map(({ data }) => JSON.parse(data))),
    event: of(heard.of('admin', 'request_pending') as Parameters<typeof of>[0]),
  }
}

const everywhere = (title: string, more: object = {}) => {
  const one = [{ title, title_unverified: undefined, ...more }]
  return { queue: one, history: one, own: one, inbox: one, alerts: one, event: one }
}

describe('a harmless title with the id of something else', () => {
  it.each(SPOOFS)('%s is called by its provider, everywhere', async (_name, selection, known) => {
    const world = await buildSpoofingWorld()
    const { app, asEve } = world
    const title = known === 'movie' ? (world.catalogue.movie(MOVIE.above_pg_cap)?.title ?? '') : known
    const created = await asEve('POST', '/api/requests', { ...selection, title: FRIENDLY })
    expect(created).toMatchObject({ status: 201, body: { status: 'pending', title } })
    expect(created.body).not.toHaveProperty('title_unverified')
    await app.jobs.settle()
    expect(await titlesOf(world, created.body.request_id)).toEqual(everywhere(title))
    for (const update of friendlyUpdates(world, 'admin'))
      expect(update).toMatchObject({ title_unverified: true })
  })

  it.each(SPOOFS.filter(([name]) => name !== 'a show'))(
    '%s that nobody could name says so, until somebody can',
    async (_name, selection, known) => {
      const world = await buildSpoofingWorld()
      const { app, asEve } = world
      const silent = [world.tmdb, world.radarr, world.lidarr, world.chaptarr]
      for (const one of silent) one.faults.always('* *', status(503))
      const created = await asEve('POST', '/api/requests', { ...selection, title: FRIENDLY })
      expect(created).toMatchObject({ status: 201, body: { title: FRIENDLY, title_unverified: true } })
      const { request_id } = created.body
      app.clock.advance(HELD_MS)
      await app.jobs.settle()
      expect(await titlesOf(world, request_id)).toEqual(everywhere(FRIENDLY, { title_unverified: true }))
      for (const one of silent) one.faults.clear()
      app.clock.advance(MINUTE_MS)
      await app.jobs.settle()
      const title = known === 'movie' ? (world.catalogue.movie(MOVIE.above_pg_cap)?.title ?? '') : known
      const { event: _told, ...now } = await titlesOf(world, request_id)
      const { event: _before, ...right } = everywhere(title)
      expect(now).toEqual(right)
      // Open pages that show it are told to read it again.
      expect(world.heard.of('admin', 'request_updated')).toContainEqual(
        expect.objectContaining({ request_id, title, delivery_state: 'approval' }),
      )
    },
  )

  it('every update about a request with an unverified title says so: new, decided with delay, left by one person', async () => {
    const world = await buildSpoofingWorld()
    const { asAdmin, asEve, asBen } = world
    world.chaptarr.faults.always('* *', status(503))
    const wish = { media_type: 'book', foreign_id: `hc:${BOOK.tidewater}`, book_format: 'ebook' }
    const { request_id } = (await asEve('POST', '/api/requests', { ...wish, title: FRIENDLY })).body
    expect((await asBen('POST', '/api/requests', wish)).body.request_id).toBe(request_id)
    await asAdmin('POST', `/api/admin/requests/${request_id}/approve`, { delay_seconds: 30 })
    await asBen('POST', `/api/requests/${request_id}/delivery`, { action: 'cancel' })
    const updates = [...friendlyUpdates(world, 'admin'), ...friendlyUpdates(world, 'ben')]
    expect(updates).toHaveLength(4)
    expect(updates.map(update => update['title_unverified'])).toEqual(Array(4).fill(true))
    const alerts = await world.app.database.read.selectFrom('alerts').select('data').execute()
    expect(alerts.map(({ data }) => JSON.parse(data))).toMatchObject([{ title_unverified: true }])
  })

  it('a title without its own id never replaces a verified one', async () => {
    const { asEve, asAdmin } = await buildSpoofingWorld()
    const wish = { media_type: 'movie', tmdb_id: MOVIE.absent }
    const { request_id, title } = (await asEve('POST', '/api/requests', { ...wish, title: FRIENDLY })).body
    const again = await asEve('POST', '/api/requests', { ...wish, title: `${FRIENDLY} 2` })
    expect(again.body).toMatchObject({ request_id, title })
    const [row] = (await asAdmin('GET', '/api/admin/requests')).body
    expect(row.title).toBe(title)
    expect(title).not.toContain(FRIENDLY)
  })
})
