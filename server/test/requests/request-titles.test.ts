import { randomUUID } from 'node:crypto'
import { ALBUM, BOOK, hang, MOVIE, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import type { Call } from '#test/calls.ts'
import { describeEachEngine } from '#test/engines.ts'
import { eventually } from '#test/eventually.ts'
import { startSimulators } from '#test/managers.ts'
import { MUSIC_PARTS } from '#test/music-titles.ts'
import { create, REQUEST_PARTS } from '#test/request-calls.ts'
import { listenTo } from '#test/request-events.ts'
import { PAST_REUSE_MS } from '#test/status-calls.ts'
import { buildWorld } from '#test/world.ts'

const ALBUM_WISH = { media_type: 'music', foreign_id: ALBUM.absent, title: 'Mine' } as const
const newest = async (as: Call) => (await as('GET', '/api/requests')).body[0]

describe('C69: a title is read at creation', () => {
  it('a library that hangs delays a request by at most two seconds; it is saved before that', async () => {
    const { app, asAdmin, lidarr, asUma } = await buildWorld(MUSIC_PARTS)
    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    lidarr.journal.clear()
    lidarr.faults.always('* *', hang())
    const creating = create(asUma, ALBUM_WISH)
    await eventually(async () =>
      expect(await app.database.read.selectFrom('requests').select('id').execute()).toHaveLength(1),
    )
    await eventually(() => expect(lidarr.journal.requests()).not.toEqual([]))
    app.clock.advance(2_000)
    expect(await creating).toMatchObject({ status: 201, body: { title: 'Mine', title_unverified: true } })
    // The next request does not wait for it again.
    expect((await create(asUma, { ...ALBUM_WISH, foreign_id: ALBUM.cast_off })).status).toBe(201)
  })

  it('of many requests at once only eight wait for it, even if one commit saves them all', async () => {
    const { app, asAdmin, lidarr, asUma } = await buildWorld(MUSIC_PARTS)
    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    lidarr.faults.always('* *', hang())
    let answered = 0
    const creating = Array.from({ length: 12 }, async () => {
      const { status: code } = await create(asUma, { ...ALBUM_WISH, foreign_id: randomUUID() })
      answered += 1
      return code
    })
    await eventually(() => expect(answered).toBe(4))
    app.clock.advance(2_000)
    expect(await Promise.all(creating)).toEqual(Array.from({ length: 12 }, () => 201))
  })

  it('several requests at once all get the title if the library answers', async () => {
    const { asAdmin, asUma } = await buildWorld({
      ...MUSIC_PARTS,
      instances: ['books'],
      grants: { uma: ['books'] },
    })
    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        create(asUma, { media_type: 'book', title: 'Mine', foreign_id: `hc:${BOOK.series_first + i}` }),
      ),
    )
    const titles = answers.map(({ body }) => body.title)
    expect(titles).not.toContain('Mine')
    expect(new Set(titles).size).toBe(5)
  })

  it('an id that the library does not know does not stop later requests from waiting for their titles', async () => {
    const catalogue = await startSimulators({ products: ['musicbrainz'] })
    const env = { APP_MUSICBRAINZ_URL: `${catalogue.musicbrainz.url}/ws/2` }
    const { asAdmin, asUma } = await buildWorld({
      ...MUSIC_PARTS,
      instances: ['books', 'music'],
      grants: { uma: ['books', 'music'] },
      env,
    })
    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    const book = { media_type: 'book', title: 'Mine' } as const
    const unheard = await create(asUma, { ...book, foreign_id: 'hc:987654321' })
    expect(unheard.body).toMatchObject({ title: 'Mine', title_unverified: true })
    const known = await create(asUma, { ...book, foreign_id: `hc:${BOOK.tidewater}` })
    expect(known.body.title).toBe('The Tidewater Ledger')
    const unheard_album = await create(asUma, { ...ALBUM_WISH, foreign_id: randomUUID() })
    expect(unheard_album.body).toMatchObject({ title: 'Mine', title_unverified: true })
    expect((await create(asUma, ALBUM_WISH)).body.title).toBe('Velvet Ledger')
  })

  it('a request that did not wait for a silent library gets its title as soon as the library answers', async () => {
    const { app, asAdmin, lidarr, asUma } = await buildWorld(MUSIC_PARTS)
    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    lidarr.faults.always('* *', status(503))
    expect((await create(asUma, { ...ALBUM_WISH, foreign_id: ALBUM.cast_off })).body.title).toBe('Mine')
    lidarr.faults.clear()
    const { request_id } = (await create(asUma, ALBUM_WISH)).body
    // Neither a job nor a read does this: no time passes, and nobody reads the request through the API.
    await eventually(async () => {
      const { read } = app.database
      const rows = await read.selectFrom('requests').select('title').where('id', '=', request_id).execute()
      expect(rows).toEqual([{ title: 'Velvet Ledger' }])
    })
  })

  it('a single release gets the title of its album, which the catalogue knows', async () => {
    const catalogue = await startSimulators({ products: ['musicbrainz'] })
    const env = { APP_MUSICBRAINZ_URL: `${catalogue.musicbrainz.url}/ws/2` }
    const { asAdmin, lidarr, asUma } = await buildWorld({ ...MUSIC_PARTS, env })
    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    const id = lidarr.music.album(ALBUM.cast_off)?.releases[0]?.id ?? ''
    const catalog_ref = { provider: 'music_catalog_release', id }
    const created = await create(asUma, { media_type: 'music', title: 'Mine', catalog_ref })
    expect(created).toMatchObject({ status: 201, body: { title: 'Cast Off' } })
    expect(created.body).not.toHaveProperty('title_unverified')
  })

  it('a movie that its provider does not name in time gets its title from the library it is delivered to', async () => {
    const { tmdb, catalogue, asUma } = await buildWorld(REQUEST_PARTS)
    tmdb.faults.always('* *', status(503))
    const { body } = await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.absent, title: 'Mine' })
    expect(body.title).toBe(catalogue.movie(MOVIE.absent)?.title)
    expect(body).not.toHaveProperty('title_unverified')
  })
})

describe('C69: the next read that knows a title corrects it', () => {
  it('a delivery', async () => {
    const { lidarr, asUma, settle } = await buildWorld(MUSIC_PARTS)
    lidarr.faults.always('* *', status(503))
    const created = (await create(asUma, ALBUM_WISH)).body
    expect(created).toMatchObject({ title_unverified: true })
    await settle()
    lidarr.faults.clear()
    await asUma('POST', `/api/requests/${created.request_id}/delivery`, { action: 'retry' })
    await settle()
    expect(await newest(asUma)).toMatchObject({ title: 'Velvet Ledger', delivery: [{ state: 'complete' }] })
    expect(await newest(asUma)).not.toHaveProperty('title_unverified')
  })

  it('the inbox entry of an alert is corrected even after the alert itself was deleted', async () => {
    const { app, admin, asAdmin, lidarr, asUma } = await buildWorld(MUSIC_PARTS)
    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    lidarr.faults.always('* *', status(503))
    await create(asUma, ALBUM_WISH)
    app.clock.advance(3_000)
    await app.jobs.settle()
    const told = async () => (await asAdmin('GET', '/api/notifications/inbox')).body.entries
    expect(await told()).toMatchObject([{ data: { title: 'Mine', title_unverified: true } }])
    // As after the seven days that an alert is kept.
    await app.database.transaction(tx => tx.deleteFrom('alerts').execute())
    const heard = listenTo(app, { admin })
    lidarr.faults.clear()
    app.clock.advance(PAST_REUSE_MS)
    app.clock.advance(60_000)
    await app.jobs.settle()
    expect(await newest(asUma)).toMatchObject({ title: 'Velvet Ledger' })
    const [entry] = await told()
    expect(entry.data.title).toBe('Velvet Ledger')
    expect(entry.data).not.toHaveProperty('title_unverified')
    expect(heard.of('admin', 'inbox_changed')).not.toEqual([])
  })

  it('a status, of an album and of a movie', async () => {
    const { asAdmin, lidarr, asUma, app } = await buildWorld(MUSIC_PARTS)
    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    lidarr.faults.always('* *', status(503))
    await create(asUma, ALBUM_WISH)
    lidarr.faults.clear()
    lidarr.addAlbum(ALBUM.absent)
    app.clock.advance(PAST_REUSE_MS)
    await asUma('GET', `/api/requests/music-status?foreign_id=${ALBUM.absent}`)
    expect(await newest(asUma)).toMatchObject({ title: 'Velvet Ledger', status: 'requested' })

    const world = await buildWorld(REQUEST_PARTS)
    const { tmdb, radarr, catalogue, asUma: viewer } = world
    await world.asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    tmdb.faults.always('* *', status(503))
    await create(viewer, { media_type: 'movie', tmdb_id: MOVIE.absent, title: 'Mine' })
    radarr.addMovie(MOVIE.absent)
    world.app.clock.advance(15_001)
    await viewer('GET', `/api/requests/${MOVIE.absent}/status?media_type=movie`)
    expect((await newest(viewer)).title).toBe(catalogue.movie(MOVIE.absent)?.title)
  })
})

describeEachEngine('C69 on either engine', (_open, engine) => {
  it('a book and its alert get their title from the library; an older row does with the next round', async () => {
    const { app, asAdmin, asUma } = await buildWorld({
      engine,
      instances: ['books'],
      users: ['uma'],
      grants: { uma: ['books'] },
    })
    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    const wish = { media_type: 'book', foreign_id: `hc:${BOOK.tidewater}`, title: 'Mine' } as const
    expect((await create(asUma, wish)).body.title).toBe('The Tidewater Ledger')
    await app.jobs.settle()
    const { entries } = (await asAdmin('GET', '/api/notifications/inbox')).body
    expect(entries).toMatchObject([{ type: 'request_pending', data: { title: 'The Tidewater Ledger' } }])
    // As a row of an earlier version: named by its requester.
    await app.database.transaction(tx =>
      tx.updateTable('requests').set({ title: 'Mine', title_key: 'mine', title_unverified: 1 }).execute(),
    )
    expect((await asAdmin('GET', '/api/admin/requests')).body).toMatchObject([{ title_unverified: true }])
    app.clock.advance(60_000)
    await app.jobs.settle()
    const [row] = (await asAdmin('GET', '/api/admin/requests/history?q=ledger')).body.requests
    expect(row).toMatchObject({ title: 'The Tidewater Ledger' })
    expect(row).not.toHaveProperty('title_unverified')
  })
})
