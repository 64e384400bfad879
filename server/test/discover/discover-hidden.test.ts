import { LIST, MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { addInstance } from '#test/config-seeds.ts'
import {
  DISCOVERY_PARTS,
  NO_LISTS,
  NO_METADATA,
  rowsOf,
  saveDiscoverySettings,
  type TestRow,
} from '#test/discovery-calls.ts'
import { buildWorld } from '#test/world.ts'

const MOVIE_PATHS = [
  '/api/discover/movies',
  '/api/discover/movies/popular',
  '/api/discover/movies/top-rated',
  '/api/discover/movies/now-playing',
  '/api/discover/movies/upcoming',
  '/api/discover/movies/featured',
  `/api/media/movie/${MOVIE.with_file}/recommendations`,
  `/api/media/movie/${MOVIE.with_file}/similar`,
]
const TV_PATHS = [
  '/api/discover/tv',
  '/api/discover/tv/popular',
  '/api/discover/tv/top-rated',
  '/api/discover/tv/on-the-air',
  '/api/discover/tv/upcoming',
  '/api/discover/tv/featured',
  `/api/media/tv/${SHOW.harbour_nine}/recommendations`,
  `/api/media/tv/${SHOW.harbour_nine}/similar`,
]
const hide = (...types: string[]) => ({
  hidden_when_unconfigured: Object.fromEntries(types.map(type => [type, true])),
})

describe('hidden types (R1, 1/4.2)', () => {
  it.each([
    ['movie', MOVIE_PATHS, TV_PATHS],
    ['tv', TV_PATHS, MOVIE_PATHS],
  ])('%s lists are empty pages without provider traffic', async (type, hidden, shown) => {
    const { asAdmin, tmdb, trakt } = await buildWorld(DISCOVERY_PARTS)
    await saveDiscoverySettings(asAdmin, { ...hide(type), source: 'tmdb_popular' })
    for (const path of hidden) {
      const answer = await asAdmin('GET', `${path}?page=7`)
      const source = path.endsWith('featured') ? { source: 'tmdb_popular' } : {}
      expect([path, answer.status, answer.body]).toEqual([
        path,
        200,
        { page: 7, results: [], total_pages: 0, total_results: 0, ...source },
      ])
    }
    expect(tmdb.journal.entries).toEqual([])
    expect(trakt.journal.entries).toEqual([])
    for (const path of shown) expect((await asAdmin('GET', path)).body.total_results).toBeGreaterThan(0)
  })

  it('still refuses what is wrong as sent', async () => {
    const { asAdmin } = await buildWorld(DISCOVERY_PARTS)
    await saveDiscoverySettings(asAdmin, hide('movie', 'tv'))
    expect((await asAdmin('GET', '/api/discover/movies?sort_by=x')).status).toBe(400)
    expect((await asAdmin('GET', '/api/search')).status).toBe(400)
  })

  it('leaves details, people, genres, providers and languages alone', async () => {
    const { asAdmin } = await buildWorld(DISCOVERY_PARTS)
    await saveDiscoverySettings(asAdmin, hide('movie', 'tv'))
    const paths = [
      `/api/media/movie/${MOVIE.with_file}`,
      `/api/media/tv/${SHOW.harbour_nine}`,
      '/api/media/person/700001',
      '/api/media/person/700001/credits',
      '/api/genres/movie',
      '/api/providers/tv',
      '/api/languages',
    ]
    for (const path of paths) expect([path, (await asAdmin('GET', path)).status]).toEqual([path, 200])
  })

  it('drops rows and known_for entries from mixed feeds, and keeps people', async () => {
    const { asAdmin, catalogue } = await buildWorld(DISCOVERY_PARTS)
    const { movies, person } = catalogue
    const cast = movies.find(movie => !movie.adult)?.cast ?? []
    const actor = cast.map(credit => person(credit.person_id)).find(one => one && !one.adult)
    const search = `/api/search?query=${encodeURIComponent(actor?.name ?? '')}`
    const knownFor = async () =>
      rowsOf(await asAdmin('GET', search))
        .filter(row => row.id === actor?.id)
        .flatMap(row => (row['known_for'] as TestRow[]).map(title => title.media_type))
    expect(await knownFor()).toContain('movie')
    const whole = await asAdmin('GET', '/api/discover/trending')
    await saveDiscoverySettings(asAdmin, hide('movie'))
    const thinned = await asAdmin('GET', '/api/discover/trending')
    const left = rowsOf(whole).filter(row => row.media_type !== 'movie')
    expect(left.length).toBeGreaterThan(0)
    expect(thinned.body).toEqual({ ...whole.body, results: left })
    expect(await knownFor()).not.toContain('movie')
    expect(rowsOf(await asAdmin('GET', search)).map(row => row.id)).toContain(actor?.id)
    const found = rowsOf(await asAdmin('GET', '/api/search?query=the'))
    expect(found.some(row => row.media_type === 'movie')).toBe(false)
  })

  it('empties mixed feeds and type-ahead only when both are hidden', async () => {
    const { asAdmin, tmdb } = await buildWorld(DISCOVERY_PARTS)
    const paths = [
      '/api/discover/trending',
      '/api/search?query=the',
      '/api/search/keyword?query=lo',
      '/api/search/company?query=no',
    ]
    await saveDiscoverySettings(asAdmin, hide('tv'))
    for (const path of paths) expect((await asAdmin('GET', path)).body.total_results).toBeGreaterThan(0)
    await saveDiscoverySettings(asAdmin, hide('movie'))
    tmdb.journal.clear()
    for (const path of paths) {
      expect((await asAdmin('GET', path)).body).toEqual({
        page: 1,
        results: [],
        total_pages: 0,
        total_results: 0,
      })
    }
    expect(tmdb.journal.entries).toEqual([])
  })

  it('C29: comes before "unconfigured" and before a provider that fails', async () => {
    const { asAdmin } = await buildWorld({ ...DISCOVERY_PARTS, env: { ...NO_METADATA, ...NO_LISTS } })
    await saveDiscoverySettings(asAdmin, hide('movie'))
    for (const path of MOVIE_PATHS) expect([path, (await asAdmin('GET', path)).status]).toEqual([path, 200])
    expect((await asAdmin('GET', '/api/listsrc/trending')).body).toEqual([])
    const tv = await asAdmin('GET', '/api/discover/tv/popular')
    expect([tv.status, tv.body.code]).toEqual([503, 'metadata_unconfigured'])
  })

  it('ends at once when a manager of the type is there', async () => {
    const { app, asAdmin } = await buildWorld(DISCOVERY_PARTS)
    await saveDiscoverySettings(asAdmin, hide('movie'))
    expect((await asAdmin('GET', '/api/discover/movies/popular')).body.total_results).toBe(0)
    await addInstance(app, 'in_movies', 'movie_manager')
    expect((await asAdmin('GET', '/api/discover/movies/popular')).body.total_results).toBeGreaterThan(0)
  })

  it('empties the list provider by type, and mixed lists by row', async () => {
    const { asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    await saveDiscoverySettings(asAdmin, hide('tv'))
    const items = `/api/listsrc/lists/${LIST.mixed.user}/${LIST.mixed.slug}/items`
    for (const path of ['trending', 'popular', 'anticipated', 'calendar', 'recommendations']) {
      const answer = await asAdmin('GET', `/api/listsrc/${path}?type=shows`)
      expect([path, answer.status, answer.body]).toEqual([path, 200, []])
    }
    expect((await asAdmin('GET', `${items}?type=shows`)).body).toEqual([])
    expect(trakt.journal.entries).toEqual([])
    const types = (await asAdmin('GET', items)).body.map((row: { type: string }) => row.type)
    expect(new Set(types)).toEqual(new Set(['movie', 'person']))
    expect((await asAdmin('GET', '/api/listsrc/trending?type=movies')).body).toHaveLength(20)
    expect((await asAdmin('GET', '/api/listsrc/lists')).body.length).toBeGreaterThan(5)
    await saveDiscoverySettings(asAdmin, hide('movie'))
    trakt.journal.clear()
    expect((await asAdmin('GET', '/api/listsrc/lists')).body).toEqual([])
    expect((await asAdmin('GET', items)).body).toEqual([])
    expect(trakt.journal.entries).toEqual([])
  })
})
