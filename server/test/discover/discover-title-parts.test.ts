import { MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { countCalls, DISCOVERY_PARTS, rowsOf, saveDiscoverySettings } from '#test/discovery-calls.ts'
import { buildWorld } from '#test/world.ts'

describe('parts of a title (1:4.5)', () => {
  it('tell who offers it in a region, a season with its episodes, and a collection in order', async () => {
    const { asAdmin, catalogue, tmdb } = await buildWorld(DISCOVERY_PARTS)
    const movie = catalogue.movies.find(one => (one.watch['DE']?.flatrate?.length ?? 0) > 0)
    const path = `/api/media/movie/${movie?.id}/providers`
    const german = await asAdmin('GET', `${path}?region=DE`)
    expect(german.body.region).toBe('DE')
    const streams = german.body.offers.filter((one: { ways: string[] }) => one.ways.includes('flatrate'))
    expect(streams.map((one: { provider_id: number }) => one.provider_id)).toEqual(
      movie?.watch['DE']?.flatrate,
    )
    expect((await asAdmin('GET', path)).body.region).toBe('US')
    expect((await asAdmin('GET', `${path}?region=XX`)).body).toEqual({ region: 'XX', offers: [] })
    expect((await asAdmin('GET', `${path}?region=de`)).status).toBe(400)
    // One table of all regions, kept for everybody.
    expect(countCalls(tmdb, 'GET /3/movie/:id/watch/providers')).toBe(1)

    const season = await asAdmin('GET', `/api/media/tv/${SHOW.harbour_nine}/season/1`)
    const [call] = tmdb.journal.requests(`GET /3/tv/${SHOW.harbour_nine}/season/1`)
    expect(season.raw.toString()).toBe(JSON.stringify(call?.answer?.body))
    expect(season.body.episodes.length).toBeGreaterThan(0)

    const tagged = catalogue.movies.find(one => one.keyword_ids.length > 0)
    const keywords = await asAdmin('GET', `/api/media/movie/${tagged?.id}/keywords`)
    expect(keywords.body.keywords.map((one: { id: number }) => one.id).toSorted()).toEqual(
      tagged?.keyword_ids.toSorted(),
    )
    const of_show = catalogue.shows.find(one => one.keyword_ids.length > 0)
    const shows = await asAdmin('GET', `/api/media/tv/${of_show?.id}/keywords`)
    expect(shows.body).toEqual({
      keywords: expect.arrayContaining([{ id: of_show?.keyword_ids[0], name: expect.any(String) }]),
    })

    const page = await asAdmin('GET', '/api/media/collection/600001')
    const dates = rowsOf(page).map(row => String(row['release_date']))
    expect(dates.length).toBeGreaterThan(1)
    expect(dates).toEqual(dates.toSorted())
    expect(page.body).toMatchObject({ page: 1, total_pages: 1 })
  })

  it('are 404 when the title, the season or the collection is not there, and 502 when nobody can tell', async () => {
    const { asAdmin, tmdb } = await buildWorld(DISCOVERY_PARTS)
    for (const path of [
      'movie/1/providers',
      'tv/1/providers',
      'movie/1/keywords',
      'tv/1/season/1',
      `tv/${SHOW.harbour_nine}/season/99`,
      'collection/1',
    ]) {
      const answer = await asAdmin('GET', `/api/media/${path}`)
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found'])
    }
    for (const path of ['collection/x', `tv/${SHOW.harbour_nine}/season/-1`, 'tv/1/season/01']) {
      expect([path, (await asAdmin('GET', `/api/media/${path}`)).status]).toEqual([path, 400])
    }
    tmdb.faults.next('GET /3/movie/:id/watch/providers', status(500))
    expect((await asAdmin('GET', `/api/media/movie/${MOVIE.with_file}/providers`)).status).toBe(502)
    expect((await asAdmin('GET', `/api/media/movie/${MOVIE.with_file}/providers`)).status).toBe(200)
  })

  it('hide a collection with the movies, and nothing else (R1)', async () => {
    const { asAdmin, tmdb } = await buildWorld(DISCOVERY_PARTS)
    await saveDiscoverySettings(asAdmin, { hidden_when_unconfigured: { movie: true, tv: true } })
    expect((await asAdmin('GET', '/api/media/collection/600001')).body).toEqual({
      page: 1,
      results: [],
      total_pages: 0,
      total_results: 0,
    })
    expect(countCalls(tmdb)).toBe(0)
    expect((await asAdmin('GET', `/api/media/tv/${SHOW.harbour_nine}/season/1`)).status).toBe(200)
  })
})
