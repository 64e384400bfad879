import { MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import {
  DISCOVERY_PARTS,
  idsOf,
  NO_LISTS,
  rowsOf,
  saveDiscoverySettings,
  shareDiscovery,
  type TestRow,
} from '#test/discovery-calls.ts'
import { buildWorld } from '#test/world.ts'

const isEnglish = (row: TestRow) => row.original_language === 'en'
const ENGLISH = { english_only: true }

describe('english_only (1:4.5.5, R15)', () => {
  it('is off until an admin saves it', async () => {
    const { asAdmin, tmdb } = await buildWorld(DISCOVERY_PARTS)
    const pages = await Promise.all(
      [1, 2, 3].map(page => asAdmin('GET', `/api/discover/movies/popular?page=${page}`)),
    )
    expect(pages.flatMap(rowsOf).every(isEnglish)).toBe(false)
    await asAdmin('GET', '/api/discover/movies')
    expect(tmdb.journal.requests('GET /3/discover/movie')[0]?.query.has('with_original_language')).toBe(false)
  })

  describe('where the provider can filter', () => {
    const begin = shareDiscovery()

    it.each([
      '/api/discover/movies',
      '/api/discover/tv',
      '/api/discover/movies/upcoming',
      '/api/discover/tv/upcoming',
    ])('%s asks upstream for English, so that pages are full', async path => {
      const { asAdmin, tmdb } = begin()
      await saveDiscoverySettings(asAdmin, ENGLISH)
      const answer = await asAdmin('GET', path)
      expect(rowsOf(answer).every(isEnglish)).toBe(true)
      expect(rowsOf(answer).length).toBe(Math.min(20, answer.body.total_results))
      const [call] = tmdb.journal.requests('GET /3/discover/*')
      expect(call?.query.getAll('with_original_language')).toEqual(['en'])
    })
  })

  it('forwards a browse query’s own language and never filters it', async () => {
    const { asAdmin, tmdb } = await buildWorld(DISCOVERY_PARTS)
    await saveDiscoverySettings(asAdmin, ENGLISH)
    const answer = await asAdmin('GET', '/api/discover/movies?with_original_language=ja')
    expect(idsOf(answer)).toContain(MOVIE.non_english)
    expect(rowsOf(answer).length).toBe(Math.min(20, answer.body.total_results))
    const [call] = tmdb.journal.requests('GET /3/discover/movie')
    expect(call?.query.getAll('with_original_language')).toEqual(['ja'])
  })

  describe('where the provider cannot', () => {
    const begin = shareDiscovery()

    it.each([
      '/api/discover/movies/popular',
      '/api/discover/movies/top-rated',
      '/api/discover/tv/popular',
      '/api/discover/tv/top-rated',
      '/api/discover/tv/on-the-air',
      '/api/discover/movies/now-playing',
      `/api/media/movie/${MOVIE.non_english}/recommendations`,
      `/api/media/tv/${SHOW.anime}/similar`,
    ])('%s is filtered afterwards: thinner pages, the feed described as it is', async path => {
      const { asAdmin } = begin()
      for (const page of [1, 2, 3]) {
        await saveDiscoverySettings(asAdmin, { english_only: false })
        const whole = await asAdmin('GET', `${path}?page=${page}`)
        await saveDiscoverySettings(asAdmin, ENGLISH)
        const thinned = await asAdmin('GET', `${path}?page=${page}`)
        expect(thinned.body).toEqual({ ...whole.body, results: rowsOf(whole).filter(isEnglish) })
      }
    })
  })

  it('filters titles but not people in trending', async () => {
    const { asAdmin } = await buildWorld(DISCOVERY_PARTS)
    const whole = await Promise.all(
      [1, 2, 3, 4].map(page => asAdmin('GET', `/api/discover/trending?page=${page}`)),
    )
    await saveDiscoverySettings(asAdmin, ENGLISH)
    const thinned = await Promise.all(
      [1, 2, 3, 4].map(page => asAdmin('GET', `/api/discover/trending?page=${page}`)),
    )
    const expected = whole.flatMap(rowsOf).filter(row => row.media_type === 'person' || isEnglish(row))
    expect(thinned.flatMap(rowsOf)).toEqual(expected)
    expect(expected.length).toBeLessThan(80)
  })

  it('does not apply to searches and details', async () => {
    const { asAdmin } = await buildWorld(DISCOVERY_PARTS)
    await saveDiscoverySettings(asAdmin, ENGLISH)
    expect(idsOf(await asAdmin('GET', '/api/search?query=tea%20house'))).toContain(MOVIE.non_english)
    expect((await asAdmin('GET', `/api/media/movie/${MOVIE.non_english}`)).status).toBe(200)
  })

  it('sends an untouched page as the provider wrote it', async () => {
    const { asAdmin, tmdb } = await buildWorld({ ...DISCOVERY_PARTS, env: NO_LISTS })
    await saveDiscoverySettings(asAdmin, ENGLISH)
    const answer = await asAdmin('GET', '/api/discover/movies?with_genres=37')
    const [call] = tmdb.journal.requests('GET /3/discover/movie')
    expect(answer.raw.toString()).toBe(JSON.stringify(call?.answer?.body))
  })
})
