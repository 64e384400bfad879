import { ALBUM, ARTIST, dropAfterCommit, status } from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Call, expectOk, refusal, setGrants } from '#test/calls.ts'
import { MUSIC_PARTS, type MusicWorld } from '#test/music-titles.ts'
import { spent } from '#test/request-calls.ts'
import { PAST_REUSE_MS } from '#test/status-calls.ts'
import { buildWorld } from '#test/world.ts'

const WANTED = ALBUM.absent
let world: MusicWorld

beforeEach(async () => {
  world = await buildWorld(MUSIC_PARTS)
})

const request = (as: Call, more: object = {}) =>
  as('POST', '/api/requests', { media_type: 'music', foreign_id: WANTED, title: 'Velvet Ledger', ...more })
const statusOf = async (as: Call, more = '') =>
  expectOk(await as('GET', `/api/requests/music-status?foreign_id=${WANTED}${more}`))
const receipts = async (as: Call) => expectOk(await as('GET', '/api/requests/music-saved')).requests
const limit = (count: number) =>
  world.asAdmin('PUT', '/api/admin/request-quotas', {
    allowances: [{ media_type: 'music', count, window_days: 7 }],
  })

describe('a request for an album (1:4.8.4)', () => {
  it('is saved before any service is asked, then added once, with its artist and no other album', async () => {
    const { lidarr, asUma, settle } = world
    lidarr.journal.clear()
    const created = await request(asUma)
    expect(created.status).toBe(201)
    // C3: never `available` on create; 1:4.8.1: it was saved, and only its title was looked up (C69).
    expect(created.body).toMatchObject({
      status: 'requested',
      media_type: 'music',
      delivery: [{ state: 'queued' }],
    })
    expect(lidarr.journal.requests('POST *')).toEqual([])
    // An identical open request returns the same receipt.
    expect(await request(asUma)).toMatchObject({ status: 200, body: { request_id: created.body.request_id } })
    expect(await receipts(asUma)).toMatchObject([
      {
        request_id: created.body.request_id,
        foreign_id: WANTED,
        title: 'Velvet Ledger',
        status: 'requested',
      },
    ])

    await settle()
    const [add] = lidarr.journal.requests('POST /api/v1/album')
    expect(add?.body).toEqual({
      foreignAlbumId: WANTED,
      title: 'Velvet Ledger',
      monitored: true,
      anyReleaseOk: true,
      addOptions: { searchForNewAlbum: true },
      artist: {
        foreignArtistId: ARTIST.absent,
        artistName: 'Ngozi Trevanion',
        qualityProfileId: 2,
        metadataProfileId: 1,
        rootFolderPath: '/music/',
        monitored: true,
        monitorNewItems: 'none',
        tags: [],
      },
    })
    expect(
      lidarr
        .albums()
        .filter(album => album.monitored)
        .map(album => album.mb_id),
    ).toEqual([WANTED])
    expect(lidarr.artists()).toMatchObject([{ monitored: true, monitor_new_items: 'none' }])
    expect(await spent(asUma, 'music')).toBe(1)
    expect(await statusOf(asUma)).toMatchObject({
      status: 'requested',
      status_known: true,
      request_id: created.body.request_id,
      delivery: [{ state: 'complete', code: 'requested' }],
    })
  })

  it('makes two requests but one record for two people; the second one changes nothing and costs nothing', async () => {
    const { lidarr, asUma, settle, addUser, asAdmin, instance_ids } = world
    const { session: kim, call: asKim } = await addUser('kim')
    await setGrants(asAdmin, kim.user.id, { music_manager: [instance_ids.music] })
    const first = await request(asUma)
    await settle()
    const second = await request(asKim)
    expect(second.status).toBe(201)
    expect(second.body.request_id).not.toBe(first.body.request_id)
    expect(await spent(asKim, 'music')).toBe(1)
    await settle()
    // 1:4.9.3: a verified no-op refunds.
    expect(await spent(asKim, 'music')).toBe(0)
    expect(await spent(asUma, 'music')).toBe(1)
    expect(lidarr.journal.requests('POST /api/v1/album')).toHaveLength(1)
    expect(await receipts(asKim)).toHaveLength(1)
    expect(await statusOf(asUma, '&include_saved=false')).not.toHaveProperty('request_id')
  })

  it('monitors an album that is there unmonitored, and its artist, and searches for it', async () => {
    const { lidarr, asUma, settle } = world
    lidarr.addArtist(ARTIST.absent, { monitored: false })
    const album = lidarr.addAlbum(WANTED, { monitored: false })
    await request(asUma)
    await settle()
    expect(lidarr.album(WANTED)).toMatchObject({ monitored: true })
    expect(lidarr.artists()[0]).toMatchObject({ monitored: true })
    expect(lidarr.journal.requests('POST /api/v1/command').map(call => call.body)).toContainEqual({
      name: 'AlbumSearch',
      albumIds: [album.id],
    })
    expect(lidarr.journal.requests('POST /api/v1/album')).toEqual([])
    expect(await spent(asUma, 'music')).toBe(1)
    const document = openVendorDocument('lidarr')
    expect(document ? lidarr.journal.requests('PUT /api/*').flatMap(document.violations) : []).toEqual([])
  })

  it('accepts only the exact id, and otherwise waits for a person', async () => {
    const { lidarr, asUma, settle } = world
    const foreign_id = '0f0e0d0c-0001-4000-8000-00000000dead'
    const { body } = await request(asUma, { foreign_id, title: 'Night Ferry', search_term: 'The Quay' })
    await settle()
    const terms = lidarr.journal.requests('GET /api/v1/album/lookup').map(call => call.query.get('term'))
    // The title of the first one was looked up as well (C69).
    expect([...new Set(terms)]).toEqual([`lidarr:${foreign_id}`, 'The Quay', 'Night Ferry'])
    expect(lidarr.albums()).toEqual([])
    const path = `/api/requests/delivery-status?request_id=${body.request_id}`
    expect(expectOk(await asUma('GET', path)).delivery).toMatchObject([
      { state: 'attention', code: 'metadata_unresolved' },
    ])
  })

  it('checks the library after a lost answer before trying again; retries when the metadata server does not answer', async () => {
    const { lidarr, asUma, settle, app } = world
    lidarr.faults.next('POST /api/v1/album', status(503), dropAfterCommit())
    const { body } = await request(asUma)
    const delivery = async () =>
      expectOk(
        await asUma('GET', `/api/requests/delivery-status?request_id=${body.request_id}&include_live=false`),
      ).delivery[0]
    await settle()
    expect(await delivery()).toMatchObject({ state: 'retry', code: 'library_unavailable' })
    app.clock.advance(60_000)
    await settle()
    expect(await delivery()).toMatchObject({ state: 'retry' })
    app.clock.advance(120_000)
    await settle()
    expect(await delivery()).toMatchObject({ state: 'complete', code: 'requested' })
    expect(lidarr.journal.requests('POST /api/v1/album')).toHaveLength(2)
    expect(lidarr.albums().filter(album => album.mb_id === WANTED)).toHaveLength(1)
    // The marker is permanent: units that may have been sent are not refunded (1:4.9.4).
    expect(await spent(asUma, 'music')).toBe(1)
  })

  it('uses the release group of a reference to the catalogue', async () => {
    const { asUma, settle } = world
    const catalog_ref = { provider: 'music_catalog', id: WANTED }
    const asked = { media_type: 'music', title: 'Velvet Ledger', catalog_ref }
    const created = await asUma('POST', '/api/requests', asked)
    expect(created).toMatchObject({ status: 201, body: { catalog_ref } })
    // It is the same album, so the receipt is the same.
    expect(await request(asUma)).toMatchObject({ status: 200, body: { request_id: created.body.request_id } })
    await settle()
    expect(await statusOf(asUma)).toMatchObject({ status: 'requested', catalog_ref })
    const query = `media_type=music&instance_id=${world.instance_ids.music}&catalog_provider=music_catalog&catalog_id=${WANTED}`
    expect(expectOk(await asUma('GET', `/api/requests/delivery-status?${query}`))).toMatchObject({
      catalog_ref,
    })
    // The release group of a single release is only known once it is delivered; then the request is found by it too
    // (1:4.8.6).
    const { app, lidarr } = world
    const pressing = lidarr.music.album(ALBUM.cast_off)?.releases[1]?.id ?? ''
    const release = { provider: 'music_catalog_release', id: pressing }
    const second = await asUma('POST', '/api/requests', { ...asked, title: 'Cast Off', catalog_ref: release })
    expect(second.status).toBe(201)
    const byGroup = `/api/requests/delivery-status?media_type=music&instance_id=${world.instance_ids.music}&foreign_id=${ALBUM.cast_off}`
    expect(refusal(await asUma('GET', byGroup))).toEqual([404, 'not_found'])
    // The catalogue accepts one call a second, and was just asked for the title (C69).
    app.clock.advance(1_000)
    await settle()
    expect(expectOk(await asUma('GET', byGroup))).toMatchObject({
      request_id: second.body.request_id,
      canonical_foreign_id: ALBUM.cast_off,
    })
    const history = `/api/admin/requests/history?media_type=music&foreign_id=${ALBUM.cast_off}`
    expect(expectOk(await world.asAdmin('GET', history)).requests).toMatchObject([
      { id: second.body.request_id, username: 'uma' },
    ])
    const unknown = { ...asked, catalog_ref: { provider: 'music_shop', id: WANTED } }
    expect(refusal(await asUma('POST', '/api/requests', unknown))).toEqual([400, 'validation'])
  })
})

describe('where an album stands (1/3, 1:4.11)', () => {
  it('is read from the record even after a merge changed its id, and is gone when the record is', async () => {
    const { lidarr, asUma, settle, app } = world
    await request(asUma)
    await settle()
    app.clock.advance(60_000)
    await settle()
    const record = lidarr.album(WANTED)?.id ?? 0
    const canonical = ALBUM.night_ferry
    lidarr.rekeyAlbum(record, canonical)
    app.clock.advance(PAST_REUSE_MS)
    expect(await statusOf(asUma)).toMatchObject({ status: 'requested', canonical_foreign_id: canonical })
    const [row] = expectOk(await asUma('GET', '/api/requests'))
    expect(row).toMatchObject({ foreign_id: WANTED, canonical_foreign_id: canonical, status_known: true })
    lidarr.importFiles(record)
    app.clock.advance(PAST_REUSE_MS)
    expect(await statusOf(asUma)).toMatchObject({ status: 'available', progress: 100 })
    lidarr.deleteAlbum(record)
    app.clock.advance(PAST_REUSE_MS)
    const gone = await statusOf(asUma)
    expect(gone).toMatchObject({ status: 'unavailable', progress: 0, status_known: true })
    expect(gone).not.toHaveProperty('canonical_foreign_id')
    expect((await request(asUma)).status).toBe(201)
  })

  it('unknown is not absent', async () => {
    const { lidarr, asUma, asAdmin } = world
    lidarr.faults.always('GET /api/v1/*', status(503))
    const seen = await statusOf(asUma)
    expect(seen).toMatchObject({
      status: 'unavailable',
      status_known: false,
      status_unknown_reason: 'library_unavailable',
    })
    lidarr.faults.clear()
    expect((await statusOf(asAdmin)).status_known).toBe(true)
  })
})

describe('an allowance that is spent (1:4.9.3, C10)', () => {
  it('refuses a missing album, and accepts one that is there or monitored already', async () => {
    const { lidarr, asUma, settle } = world
    await limit(0)
    expect(refusal(await request(asUma))).toEqual([429, 'request_quota_exceeded'])
    lidarr.addAlbum(WANTED, { monitored: false })
    expect(refusal(await request(asUma))).toEqual([429, 'request_quota_exceeded'])
    lidarr.addAlbum(WANTED, { monitored: true })
    const preview = { media_type: 'music', foreign_id: WANTED }
    expect((await asUma('POST', '/api/requests/preview', preview)).body).toMatchObject({ fits: true })
    expect((await request(asUma)).status).toBe(201)
    await settle()
    expect(await spent(asUma, 'music')).toBe(0)
    expect(await statusOf(asUma)).toMatchObject({ delivery: [{ state: 'complete' }] })
  })

  it('an unreadable library never waives a charge', async () => {
    const { lidarr, asUma } = world
    lidarr.addAlbum(WANTED, { files: 'all' })
    await limit(0)
    lidarr.faults.always('GET /api/v1/album', status(503))
    expect(refusal(await request(asUma))).toEqual([429, 'request_quota_exceeded'])
    lidarr.faults.clear()
    expect((await request(asUma)).status).toBe(201)
  })
})
