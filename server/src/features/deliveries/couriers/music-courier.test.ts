import { ALBUM, ARTIST } from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { afterTest } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'
import { createLidarrShelf } from '#upstreams/lidarr/lidarr-adds.ts'
import type { CourierRun } from './courier.ts'
import { createMusicCourier, type MusicCourierParts } from './music-courier.ts'

let lidarr: Awaited<ReturnType<typeof openLidarr>>
let parts: MusicCourierParts
let begun: (object | undefined)[]

function openLidarr() {
  return startSimulators({ products: ['lidarr'] }).then(world => world.lidarr)
}

beforeEach(async () => {
  lidarr = await openLidarr()
  begun = []
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  const shelf = createLidarrShelf(outbound.internal)
  parts = { shelf, recordOf: async () => null, groupOf: async () => null, wasHidden: async () => false }
})

/** What was sent and is not in the words of the vendor document. */
function violations() {
  const document = openVendorDocument('lidarr')
  return document ? lidarr.journal.requests('* /api/*').flatMap(document.violations) : []
}

const ASKED = {
  foreign_id: null,
  catalog_provider: null,
  catalog_id: null,
  search_term: null,
  title: 'words',
}

async function deliver(asked: object, more: { receipt?: object; record_id?: number } = {}) {
  const run = {
    request: { ...ASKED, ...asked },
    delivery: { record_id: more.record_id ?? null },
    instance: { name: 'Music', delivery_defaults: {} },
    connection: lidarr,
    receipt: more.receipt ?? null,
    begin: async (receipt?: object) => void begun.push(receipt),
    learnTitle: async () => {},
    signal: new AbortController().signal,
  }
  // As much of an attempt as a courier of music looks at.
  return createMusicCourier(parts)(run as unknown as CourierRun)
}

describe('a pressing (1:4.6)', () => {
  const pressingOf = (group: string) => ({
    catalog_provider: 'music_catalog_release',
    catalog_id: lidarr.music.album(group)?.releases[1]?.id ?? '',
  })
  const silent: MusicCourierParts['groupOf'] = async () => {
    throw new UpstreamFault({ upstream: 'MusicBrainz', kind: 'unreachable' })
  }

  it('is the release group that its provider names', async () => {
    parts.groupOf = async () => ALBUM.absent
    expect(await deliver(pressingOf(ALBUM.absent))).toMatchObject({
      done: 'requested',
      canonical_foreign_id: ALBUM.absent,
    })
    expect(lidarr.album(ALBUM.absent)).toMatchObject({ monitored: true })
    expect(violations()).toEqual([])
  })

  it.each([
    ['silent', silent],
    ['asked by too many', () => Promise.reject(new Refusal('unavailable'))],
  ])('is found in the manager’s own metadata while the provider is %s', async (_how, groupOf) => {
    parts.groupOf = groupOf
    const asked = { ...pressingOf(ALBUM.night_ferry), title: 'Night Ferry (Deluxe)' }
    expect(await deliver(asked)).toMatchObject({ done: 'requested', canonical_foreign_id: ALBUM.night_ferry })
    // An attempt that was interrupted right after it knows which album it had found.
    const receipt = begun[0] ?? {}
    expect(await deliver(asked, { receipt })).toMatchObject({ done: 'requested', unchanged: true })
    expect(lidarr.journal.requests('POST /api/v1/album')).toHaveLength(1)
  })

  it.each([
    ['by its provider', async () => ALBUM.absent],
    ['by the manager', silent],
  ])('of an album that was hidden, as told %s, is not added', async (_who, groupOf) => {
    Object.assign(parts, { groupOf, wasHidden: async (id: string) => id === ALBUM.absent })
    const title = lidarr.music.album(ALBUM.absent)?.title
    const refused = { attention: 'request_unavailable', message: expect.stringMatching(/hidden.*\.$/) }
    expect(await deliver({ ...pressingOf(ALBUM.absent), title })).toMatchObject(refused)
    lidarr.addAlbum(ALBUM.absent, { monitored: false })
    expect(await deliver({ ...pressingOf(ALBUM.absent), title })).toMatchObject(refused)
    expect(begun).toEqual([])
    // Who named the album itself was asked before it was saved.
    expect(await deliver({ foreign_id: ALBUM.absent })).toMatchObject({ done: 'requested' })
  })

  it('that nobody can tell now is tried again; that nobody knows waits for a person', async () => {
    parts.groupOf = silent
    await expect(deliver(pressingOf(ALBUM.night_ferry))).rejects.toMatchObject({ kind: 'unreachable' })
    parts.groupOf = async () => null
    expect(await deliver(pressingOf(ALBUM.night_ferry))).toMatchObject({ attention: 'metadata_unresolved' })
    expect(begun).toEqual([])
  })
})

describe('an album that is there (1:4.8.4)', () => {
  it('whole or wanted already, it is left alone', async () => {
    const { id } = lidarr.addAlbum(ALBUM.night_ferry, { files: 'all', monitored: false })
    const asked = { foreign_id: ALBUM.night_ferry }
    expect(await deliver(asked)).toEqual({ done: 'available', record_id: id, unchanged: true })
    lidarr.deleteFiles(id)
    lidarr.addAlbum(ALBUM.night_ferry, { files: 2 })
    expect(await deliver(asked)).toEqual({ done: 'partial', record_id: id, unchanged: true })
    expect(begun).toEqual([])
  })

  it('is known by its record when a merge gave it another id', async () => {
    const { id } = lidarr.addAlbum(ALBUM.cast_off)
    parts.recordOf = async () => id
    expect(await deliver({ foreign_id: ALBUM.absent })).toEqual({
      done: 'requested',
      record_id: id,
      canonical_foreign_id: ALBUM.cast_off,
      unchanged: true,
    })
    expect(lidarr.album(ALBUM.absent)).toBeUndefined()
  })

  it('an interrupted search is caught up on', async () => {
    const { id } = lidarr.addAlbum(ALBUM.night_ferry)
    const outcome = await deliver({ foreign_id: ALBUM.night_ferry }, { receipt: { search: id } })
    expect(outcome).toEqual({ done: 'requested', record_id: id })
    expect(lidarr.journal.requests('POST /api/v1/command')).toHaveLength(1)
    expect(violations()).toEqual([])
  })

  it('siblings stay as they were when one is added beside them', async () => {
    const artist = lidarr.addArtist(ARTIST.the_quay)
    const before = lidarr.albums().map(({ mb_id, monitored }) => ({ mb_id, monitored }))
    await deliver({ foreign_id: ALBUM.live })
    const now = lidarr.albums().filter(album => album.mb_id !== ALBUM.live)
    expect(now.map(({ mb_id, monitored }) => ({ mb_id, monitored }))).toEqual(before)
    expect(lidarr.album(ALBUM.live)).toMatchObject({ artist_id: artist.id, monitored: true })
  })
})
