import { MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk, refusal } from '#test/calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { KIDS_PARTS, titlesIn } from '#test/kids-titles.ts'
import { addressesOf, CATALOGUE_SURFACES } from '#test/title-addresses.ts'
import { callTool } from '#test/tools.ts'
import { buildWorld } from '#test/world.ts'

const NOT_AVAILABLE = { error: 'not available' }
const LIST = '/api/admin/hidden-titles'
const hidden = (media_type: string, tmdb_id: number) => `${LIST}/${media_type}/${tmdb_id}`
const ADDRESSES = CATALOGUE_SURFACES.flatMap(({ route }) => addressesOf(route.path))

describe('hidden titles in the catalogue', () => {
  const shared = shareAmongTests(() => buildWorld(KIDS_PARTS))

  it('are on no surface, for nobody, and the bytes return with them', async () => {
    const { catalogue, asAdmin, asUma, asKim } = shared()
    const own = new Set<number>([MOVIE.with_file, SHOW.running, MOVIE.above_pg_cap, SHOW.mature])
    const before = new Map<string, Buffer>()
    const counts = new Map<number, number>()
    for (const address of ADDRESSES) {
      const { raw, body } = await asUma('GET', address)
      before.set(address, raw)
      for (const id of titlesIn(catalogue, body)) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    const most = [...counts].toSorted(([, a], [, b]) => b - a).map(([id]) => id)
    const chosen = most.filter(id => !own.has(id)).slice(0, 12)
    for (const id of chosen) expectOk(await asAdmin('PUT', hidden(catalogue.movie(id) ? 'movie' : 'tv', id)))
    let taken = 0
    for (const address of ADDRESSES) {
      for (const call of [asUma, asAdmin, asKim]) {
        const named = titlesIn(catalogue, (await call('GET', address)).body)
        expect([address, named.filter(id => chosen.includes(id))]).toEqual([address, []])
      }
      const full = titlesIn(catalogue, JSON.parse(String(before.get(address))))
      const rest = titlesIn(catalogue, (await asUma('GET', address)).body)
      taken += full.length - rest.length
      // A collection is left out with one of its movies; everywhere else the other rows stay, in their order.
      if (!address.startsWith('/api/search/collection') && !address.startsWith('/api/search/all'))
        expect([address, rest]).toEqual([address, full.filter(id => !chosen.includes(id))])
    }
    expect(taken).toBeGreaterThan(50)
    for (const id of chosen)
      expectOk(await asAdmin('DELETE', hidden(catalogue.movie(id) ? 'movie' : 'tv', id)))
    for (const [address, raw] of before)
      expect([address, (await asUma('GET', address)).raw.equals(raw)]).toEqual([address, true])
  })

  it('open for admins, who show them again, and are not available to others', async () => {
    const { asAdmin, asUma, asKim } = shared()
    const page = `/api/media/tv/${SHOW.running}`
    const full = await asAdmin('GET', page)
    expectOk(await asAdmin('PUT', hidden('tv', SHOW.running)))
    for (const path of [page, `${page}/providers`, `${page}/keywords`, `${page}/season/1`]) {
      for (const call of [asUma, asKim]) {
        const { status: code, body } = await call('GET', path)
        expect([path, code, body]).toEqual([path, 404, NOT_AVAILABLE])
      }
      expect((await asAdmin('GET', path)).status).toBe(200)
    }
    expect((await asAdmin('GET', page)).raw.equals(full.raw)).toBe(true)
    // A movie with the same number is another title.
    expectOk(await asAdmin('DELETE', hidden('movie', SHOW.running)))
    expect((await asUma('GET', page)).status).toBe(404)
    expect(expectOk(await asAdmin('DELETE', hidden('tv', SHOW.running)))).toEqual({ status: 'ok' })
    expect((await asUma('GET', page)).raw.equals(full.raw)).toBe(true)
  })

  it('are not found by an assistant', async () => {
    const { app, users, catalogue, asAdmin } = shared()
    const query = catalogue.movie(MOVIE.absent)?.title
    const found = async () => JSON.stringify(await callTool(app, users.uma, 'search_movies', { query }))
    expect(await found()).toContain(`${MOVIE.absent}`)
    expectOk(await asAdmin('PUT', hidden('movie', MOVIE.absent)))
    expect(await found()).not.toContain(`${MOVIE.absent}`)
    expectOk(await asAdmin('DELETE', hidden('movie', MOVIE.absent)))
  })
})

describe.each(ENGINES)('the list of hidden titles on %s', engine => {
  const shared = shareAmongTests(() =>
    buildWorld({
      engine,
      products: ['tmdb', 'trakt'],
      instances: ['movies'],
      users: ['uma'],
      grants: { uma: ['movies'] },
    }),
  )

  it('names titles as the provider does, and who hid them first', async () => {
    const { asAdmin, asUma, catalogue, tmdb } = shared()
    const { title, poster_path } = catalogue.movie(MOVIE.upcoming) ?? {}
    const saved = {
      media_type: 'movie',
      tmdb_id: MOVIE.upcoming,
      title,
      poster_path,
      hidden_by: 'ana',
      hidden_at: expect.any(String),
    }
    const first = expectOk(await asAdmin('PUT', hidden('movie', MOVIE.upcoming)))
    expect(first).toEqual(saved)
    expect(expectOk(await asAdmin('PUT', hidden('movie', MOVIE.upcoming)))).toEqual(first)
    expect(expectOk(await asAdmin('GET', LIST))).toEqual({ titles: [first], works: [] })
    for (const [method, path] of [
      ['GET', LIST],
      ['PUT', hidden('movie', MOVIE.upcoming)],
      ['DELETE', hidden('movie', MOVIE.upcoming)],
    ] as const)
      expect(refusal(await asUma(method, path))).toEqual([403, 'forbidden'])
    expect(refusal(await asAdmin('PUT', hidden('movie', 99_999_999)))).toEqual([404, 'not_found'])
    expect(refusal(await asAdmin('PUT', hidden('book', 1)))).toEqual([400, 'validation'])
    tmdb.faults.next('GET /3/movie/:id', status(500))
    expect((await asAdmin('PUT', hidden('movie', MOVIE.non_english))).status).toBe(502)
    expectOk(await asAdmin('DELETE', hidden('movie', MOVIE.upcoming)))
    expect(expectOk(await asAdmin('GET', LIST))).toEqual({ titles: [], works: [] })
  })

  it('refuses new requests, keeps the old ones and leaves watchlists alone', async () => {
    const { asAdmin, asUma } = shared()
    const ask = { media_type: 'movie', tmdb_id: MOVIE.absent, title: 'Something' }
    expect((await asUma('POST', '/api/requests', ask)).status).toBe(201)
    expectOk(await asUma('PUT', `/api/me/watchlist/movie/${MOVIE.absent}`, {}))
    expectOk(await asAdmin('PUT', hidden('movie', MOVIE.absent)))
    for (const call of [asUma, asAdmin]) {
      for (const path of ['/api/requests', '/api/requests/preview'])
        expect(refusal(await call('POST', path, ask))).toEqual([409, 'title_hidden'])
    }
    expect((await asUma('GET', '/api/requests')).body).toMatchObject([{ tmdb_id: MOVIE.absent }])
    expect((await asUma('GET', '/api/me/watchlist')).body.entries).toEqual([])
    expect((await asUma('PUT', `/api/me/watchlist/movie/${MOVIE.absent}`, {})).status).toBe(404)
    expectOk(await asAdmin('DELETE', hidden('movie', MOVIE.absent)))
    expect((await asUma('GET', '/api/me/watchlist')).body.entries).toHaveLength(1)
  })

  it('is the same on every process', async () => {
    const { app, asAdmin, asUma } = shared()
    const page = `/api/media/movie/${MOVIE.with_file}`
    expect((await asUma('GET', page)).status).toBe(200)
    // As another process does it.
    await app.database.transaction(async tx => {
      const row = { media_type: 'movie', tmdb_id: MOVIE.with_file, title: 'A', poster_path: null } as const
      const hidden_at = '2026-11-15T09:00:00.000Z'
      await tx
        .insertInto('hidden_titles')
        .values({ ...row, user_id: null, hidden_at })
        .execute()
      await app.broadcast.send(tx, { kind: 'hidden_titles_changed' })
    })
    await expect.poll(async () => (await asUma('GET', page)).status).toBe(404)
    expectOk(await asAdmin('DELETE', hidden('movie', MOVIE.with_file)))
  })
})
