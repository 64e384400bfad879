import { status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import type { Engine } from '#db/database.ts'
import { buildBookLists, TRENDING } from '#test/book-list-calls.ts'
import { type Call, expectOk, refusal } from '#test/calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { eventually } from '#test/eventually.ts'
import { advanceWhileIdle, buildMusicDiscovery } from '#test/music-discovery.ts'
import { buildWorld } from '#test/world.ts'

const NOT_AVAILABLE = { error: 'not available' }
const WORKS = '/api/admin/hidden-works'
const SEARCH = '/api/discover/music/search?query=the'

const hide = (as: Call, media_type: 'book' | 'music', foreign_id: string) =>
  as('PUT', WORKS, { media_type, foreign_id, title: 'As the page calls it' })
const show = (as: Call, media_type: 'book' | 'music', foreign_id: string) =>
  as('DELETE', `${WORKS}?media_type=${media_type}&foreign_id=${encodeURIComponent(foreign_id)}`)
const idsOf = (rows: { foreign_id: string }[]) => rows.map(row => row.foreign_id)

/** Time passes while an answer waits for its second at the provider of albums. */
async function build(engine: Engine) {
  const world = await buildWorld({
    engine,
    products: ['tmdb', 'musicbrainz'],
    instances: ['music', 'books'],
    users: ['uma'],
    grants: { uma: ['music', 'books'] },
  })
  const { app, musicbrainz, asAdmin, asUma } = world
  const patient =
    (as: Call): Call =>
    (...asked) =>
      advanceWhileIdle(app, [musicbrainz.journal], as(...asked))
  return { ...world, asAdmin: patient(asAdmin), asUma: patient(asUma) }
}

describe.each(ENGINES)('hidden books and albums on %s', engine => {
  const shared = shareAmongTests(() => build(engine))

  it('an album is in no list, opens for admins only, and is neither watched nor requested', async () => {
    const { app, asAdmin, asUma, lidarr, musicbrainz, settle } = shared()
    const before = await asUma('GET', SEARCH)
    const [first] = before.body.results
    const id: string = first.foreign_id
    const watched = `/api/me/watchlist/album/${id}`
    expectOk(await asUma('PUT', watched, {}))
    expect(expectOk(await hide(asAdmin, 'music', id))).toEqual({
      media_type: 'music',
      foreign_id: id,
      // C69: as the provider does, whatever was sent.
      title: first.title,
      hidden_by: 'ana',
      hidden_at: expect.any(String),
    })
    for (const call of [asUma, asAdmin]) {
      expect(idsOf((await call('GET', SEARCH)).body.results)).toEqual(
        idsOf(before.body.results).filter(one => one !== id),
      )
      const found = (await call('GET', '/api/search/all?query=the&types=music&limit=20')).body.groups[0].items
      expect(idsOf(found)).not.toContain(id)
      const ask = { media_type: 'music', foreign_id: id, title: first.title }
      for (const path of ['/api/requests', '/api/requests/preview'])
        expect(refusal(await call('POST', path, ask))).toEqual([409, 'title_hidden'])
    }
    // Which album a release is of comes out when it is delivered (1:4.8.1).
    const catalog_ref = { provider: 'music_catalog_release', id: lidarr.music.album(id)?.releases[0]?.id }
    const saved = await asUma('POST', '/api/requests', { media_type: 'music', catalog_ref })
    expect(saved.status).toBe(201)
    const { request_id } = saved.body
    const delivered = `/api/requests/delivery-status?request_id=${request_id}&include_live=false`
    // The attempt may run on after the answer, outside the jobs that are waited for.
    await eventually(async () => {
      await advanceWhileIdle(app, [musicbrainz.journal], settle())
      expect(expectOk(await asUma('GET', delivered)).delivery).toMatchObject([
        { state: 'attention', code: 'request_unavailable' },
      ])
    })
    expect(lidarr.album(id)).toBeUndefined()
    expectOk(await asUma('POST', `/api/requests/${request_id}/delivery`, { action: 'cancel' }))
    const page = `/api/media/music/${id}`
    expect([(await asUma('GET', page)).body, (await asAdmin('GET', page)).status]).toEqual([
      NOT_AVAILABLE,
      200,
    ])
    expect((await asUma('GET', '/api/me/watchlist')).body.entries).toEqual([])
    expect((await asUma('PUT', watched, {})).status).toBe(404)
    expectOk(await show(asAdmin, 'music', id))
    expect((await asUma('GET', SEARCH)).raw.equals(before.raw)).toBe(true)
    expect((await asUma('GET', '/api/me/watchlist')).body.entries).toHaveLength(1)
    expectOk(await asUma('DELETE', watched))
  })

  it('a book is not found by members, and not requested by anybody', async () => {
    const { asAdmin, asUma, instance_ids } = shared()
    const lookup = `/api/instances/${instance_ids.books}/proxy/api/v1/book/lookup?term=the`
    const ids = (rows: { foreignBookId: string }[]) => rows.map(row => row.foreignBookId)
    const before = ids((await asUma('GET', lookup)).body)
    const [id = ''] = before
    const saved = expectOk(await hide(asAdmin, 'book', id))
    expect(saved).toMatchObject({ media_type: 'book', title: 'As the page calls it' })
    expect(ids((await asUma('GET', lookup)).body)).toEqual(before.filter(one => one !== id))
    // Its page is read by the lookup, and admins open it to show it again.
    expect(ids((await asAdmin('GET', lookup)).body)).toEqual(before)
    for (const call of [asUma, asAdmin]) {
      const groups = (await call('GET', '/api/search/all?query=the&types=book&limit=20')).body.groups
      expect(ids(groups[0].items)).not.toContain(id)
      expect(refusal(await call('POST', '/api/requests', { media_type: 'book', foreign_id: id }))).toEqual([
        409,
        'title_hidden',
      ])
    }
    expect((await asUma('PUT', `/api/me/watchlist/book/${id}`, {})).status).toBe(404)
    expectOk(await show(asAdmin, 'book', id))
    expect(ids((await asUma('GET', lookup)).body)).toEqual(before)
  })

  it('are listed beside the titles, once each, for admins', async () => {
    const { asAdmin, asUma, musicbrainz } = shared()
    const first = expectOk(await hide(asAdmin, 'book', 'hc:42'))
    // C8: the same work from a list.
    expect(expectOk(await hide(asAdmin, 'book', 'bp:42'))).toEqual(first)
    expect(expectOk(await asAdmin('GET', '/api/admin/hidden-titles'))).toEqual({ titles: [], works: [first] })
    expect(refusal(await hide(asUma, 'book', 'hc:1'))).toEqual([403, 'forbidden'])
    expect(refusal(await show(asUma, 'book', 'hc:42'))).toEqual([403, 'forbidden'])
    expect(refusal(await hide(asAdmin, 'book', ' '))).toEqual([400, 'validation'])
    expect(refusal(await hide(asAdmin, 'music', 'hc:42'))).toEqual([400, 'validation'])
    const nothing = '00000000-0000-4000-8000-000000000000'
    expect(refusal(await hide(asAdmin, 'music', nothing))).toEqual([404, 'not_found'])
    musicbrainz.faults.always('GET /ws/2/release-group/:mbid', status(500))
    expect((await hide(asAdmin, 'music', nothing.replace(/^0/, '1'))).status).toBe(502)
    musicbrainz.faults.clear()
    expectOk(await show(asAdmin, 'book', 'bp:42'))
    expect(expectOk(await asAdmin('GET', '/api/admin/hidden-titles')).works).toEqual([])
  })
})

describe('hidden books and albums in the other lists', () => {
  it('trending books are without them, from what is kept too', async () => {
    const { asAdmin, connect } = await buildBookLists()
    await connect()
    const before = await asAdmin('GET', TRENDING)
    const [id = ''] = idsOf(before.body.books)
    expectOk(await hide(asAdmin, 'book', id.replace('bp:', 'hc:')))
    expect(idsOf((await asAdmin('GET', TRENDING)).body.books)).toEqual(idsOf(before.body.books).slice(1))
    expectOk(await show(asAdmin, 'book', id))
    expect((await asAdmin('GET', TRENDING)).raw.equals(before.raw)).toBe(true)
  })

  it('so are charts, genres and the albums of an artist', async () => {
    const { get, app, asAdmin } = await buildMusicDiscovery()
    const addresses = ['/api/discover/music/popular', '/api/discover/music/new-releases']
    for (const address of addresses) {
      const before = await get(address)
      const [id = ''] = idsOf(before.body.results)
      await app.database.transaction(async tx => {
        const row = { media_type: 'music', foreign_id: id, title: 'A', user_id: null } as const
        await tx
          .insertInto('hidden_works')
          .values({ ...row, hidden_at: '2026-11-15T09:00:00.000Z' })
          .execute()
        // As another process does it.
        await app.broadcast.send(tx, { kind: 'hidden_titles_changed' })
      })
      await expect
        .poll(async () => idsOf((await get(address)).body.results))
        .toEqual(idsOf(before.body.results).slice(1))
      expectOk(await show(asAdmin, 'music', id))
    }
  })
})
