import { MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { rowsOf, startDiscovery } from '#test/discovery-world.ts'

describe('parts of a title (1:4.5)', () => {
  it('tell who offers it in a region, a season with its episodes, and a collection in order', async () => {
    const { get, world, asked } = await startDiscovery()
    const movie = world.catalogue.movies.find(one => (one.watch['DE']?.flatrate?.length ?? 0) > 0)
    const path = `/api/media/movie/${movie?.id}/providers`
    const german = await get(`${path}?region=DE`)
    expect(german.body.region).toBe('DE')
    const streams = german.body.offers.filter((one: { ways: string[] }) => one.ways.includes('flatrate'))
    expect(streams.map((one: { provider_id: number }) => one.provider_id)).toEqual(
      movie?.watch['DE']?.flatrate,
    )
    expect((await get(path)).body.region).toBe('US')
    expect((await get(`${path}?region=XX`)).body).toEqual({ region: 'XX', offers: [] })
    expect((await get(`${path}?region=de`)).status).toBe(400)
    // One table of all regions, kept for everybody.
    expect(asked('GET /3/movie/:id/watch/providers')).toBe(1)

    const season = await get(`/api/media/tv/${SHOW.harbour_nine}/season/1`)
    const [call] = world.tmdb.journal.requests(`GET /3/tv/${SHOW.harbour_nine}/season/1`)
    expect(season.raw.toString()).toBe(JSON.stringify(call?.answer?.body))
    expect(season.body.episodes.length).toBeGreaterThan(0)

    const page = await get('/api/media/collection/600001')
    const dates = rowsOf(page).map(row => String(row['release_date']))
    expect(dates.length).toBeGreaterThan(1)
    expect(dates).toEqual(dates.toSorted())
    expect(page.body).toMatchObject({ page: 1, total_pages: 1 })
  })

  it('are 404 when the title, the season or the collection is not there, and 502 when nobody can tell', async () => {
    const { get, world } = await startDiscovery()
    for (const path of [
      'movie/1/providers',
      'tv/1/providers',
      'tv/1/season/1',
      `tv/${SHOW.harbour_nine}/season/99`,
      'collection/1',
    ]) {
      const answer = await get(`/api/media/${path}`)
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found'])
    }
    for (const path of ['collection/x', `tv/${SHOW.harbour_nine}/season/-1`, 'tv/1/season/01']) {
      expect([path, (await get(`/api/media/${path}`)).status]).toEqual([path, 400])
    }
    world.tmdb.faults.next('GET /3/movie/:id/watch/providers', status(500))
    expect((await get(`/api/media/movie/${MOVIE.with_file}/providers`)).status).toBe(502)
    expect((await get(`/api/media/movie/${MOVIE.with_file}/providers`)).status).toBe(200)
  })

  it('hide a collection with the movies, and nothing else (R1)', async () => {
    const { get, save, asked } = await startDiscovery()
    await save({ hidden_when_unconfigured: { movie: true, tv: true } })
    expect((await get('/api/media/collection/600001')).body).toEqual({
      page: 1,
      results: [],
      total_pages: 0,
      total_results: 0,
    })
    expect(asked()).toBe(0)
    expect((await get(`/api/media/tv/${SHOW.harbour_nine}/season/1`)).status).toBe(200)
  })
})
