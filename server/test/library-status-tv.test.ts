import { HARBOUR_NINE_TVDB, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { type LibraryHouse, startLibraries } from '#test/library-house.ts'

const tvdbOf = ({ world }: LibraryHouse, tmdb_id: number) => world.catalogue.show(tmdb_id)?.tvdb_id ?? 0
const MATCH = {
  tmdb_id: SHOW.harbour_nine,
  title: 'Harbour Nine',
  tvdb_id: HARBOUR_NINE_TVDB,
  season_map: { '1': 1 },
  provenance: 'metadata',
  revision: expect.stringMatching(/^[0-9a-f]{24}$/),
  state: 'resolved',
}

describe('a show (1:3, 1/3)', () => {
  it('is told season by season, by what aired', async () => {
    const house = await startLibraries()
    const { world, ids } = house
    expect(await house.show(SHOW.harbour_nine)).toEqual({
      status: 'unavailable',
      progress: 0,
      status_known: true,
      instance_id: ids.tv,
      match: MATCH,
    })
    house.later()
    const { id } = world.sonarr.addSeries(HARBOUR_NINE_TVDB)
    const [first, second, third, fourth] = world.sonarr.episodes(id, 1)
    for (const episode of [first, second, third]) if (episode) world.sonarr.importFile(episode.id)
    expect(await house.show(SHOW.harbour_nine)).toEqual({
      status: 'partial',
      progress: 37.5,
      status_known: true,
      instance_id: ids.tv,
      seasons: [
        {
          season_number: 1,
          status: 'partial',
          progress: 37.5,
          episode_count: 8,
          episode_file_count: 3,
          monitored: true,
        },
      ],
      match: { ...MATCH, series_id: id },
    })
    // sonarr.md: what is not monitored still aired; the manager's own count would call this complete.
    for (const episode of world.sonarr.episodes(id)) episode.monitored = episode.file_id !== 0
    house.later()
    expect(await house.show(SHOW.harbour_nine)).toMatchObject({ status: 'partial', progress: 37.5 })
    expect(fourth?.monitored).toBe(false)
  })

  it('1/3 is downloading by what is in the queue, a pack counted once, specials left out', async () => {
    const house = await startLibraries()
    const { sonarr } = house.world
    const { id } = sonarr.addSeries(tvdbOf(house, SHOW.with_specials), { seasons: [1, 2] })
    const pack = sonarr.episodes(id, 1).map(one => one.id)
    sonarr.startDownload(id, pack, { progress: 0.5, duration_ms: 40_000_000 })
    const special = sonarr.episodes(id, 0)[0]
    if (special) sonarr.importFile(special.id)
    const found = await house.show(SHOW.with_specials)
    expect(found).toMatchObject({ status: 'downloading', status_known: true })
    expect(found.progress).toBeCloseTo(50, 3)
    expect(found.seasons?.map(one => [one.season_number, one.status, one.monitored])).toEqual([
      [1, 'downloading', true],
      [2, 'requested', true],
      [3, 'unavailable', false],
      [4, 'unavailable', false],
    ])
  })

  it('1:4.6 is unknown while its match is paused or unresolved, and while the library is silent', async () => {
    const house = await startLibraries()
    const { world, app, admin, ids } = house
    world.sonarr.addSeries(HARBOUR_NINE_TVDB, { files: 'all' })
    const unmatched = await house.show(SHOW.without_tvdb)
    expect(unmatched).toMatchObject({
      status: 'unavailable',
      status_known: false,
      status_unknown_reason: 'identity_ambiguous',
      match: { state: 'unresolved' },
    })
    expect(unmatched).not.toHaveProperty('seasons')
    world.sonarr.faults.always('GET /api/v3/*', status(503))
    expect(await house.show(SHOW.harbour_nine)).toMatchObject({
      status: 'unavailable',
      status_known: false,
      status_unknown_reason: 'library_unavailable',
      match: { state: 'resolved' },
    })
    world.sonarr.faults.clear()
    world.sonarr.faults.always('GET /api/v3/episode', status(503))
    expect(await house.show(SHOW.harbour_nine)).toMatchObject({ status_known: false })
    world.sonarr.faults.clear()
    const { match } = await house.show(SHOW.harbour_nine)
    const path = `/api/admin/tv-matches/${SHOW.harbour_nine}`
    const paused = { revision: match?.revision, mode: 'paused', instance_id: ids.tv }
    expect((await app.call('PUT', path, { token: admin.access_token, body: paused })).status).toBe(200)
    expect(await house.show(SHOW.harbour_nine)).toMatchObject({
      status_known: false,
      status_unknown_reason: 'identity_ambiguous',
      match: { state: 'paused' },
    })
    expect(await house.cards([['tv', SHOW.harbour_nine]])).toMatchObject([{ status_known: false }])
  })

  it('1/4.7 projects the library’s seasons back by the map of its match', async () => {
    const house = await startLibraries()
    const { world, app, admin, ids } = house
    const { id } = world.sonarr.addSeries(tvdbOf(house, SHOW.running), { files: [2], seasons: [2] })
    const { match } = await house.show(SHOW.harbour_nine)
    const path = `/api/admin/tv-matches/${SHOW.harbour_nine}`
    const custom = {
      revision: match?.revision,
      mode: 'custom',
      instance_id: ids.tv,
      tvdb_id: tvdbOf(house, SHOW.running),
      season_map: { '1': 2 },
    }
    expect((await app.call('PUT', path, { token: admin.access_token, body: custom })).status).toBe(200)
    const found = await house.show(SHOW.harbour_nine)
    expect(found).toMatchObject({ status: 'available', match: { provenance: 'custom', series_id: id } })
    expect(found.seasons?.map(one => [one.season_number, one.status])).toEqual([[1, 'available']])
    expect(await house.cards([['tv', SHOW.harbour_nine]])).toMatchObject([{ status: 'available' }])
  })
})

describe('a page of cards', () => {
  it('costs one read per kind of library, and calls unmatched shows unknown', async () => {
    const house = await startLibraries()
    const { world } = house
    const shows = world.catalogue.shows.filter(show => show.tvdb_id !== null).slice(0, 40)
    for (const show of shows.slice(0, 20)) world.sonarr.addSeries(show.tvdb_id ?? 0, { files: 'all' })
    const movies = world.catalogue.movies.filter(movie => !movie.adult).slice(0, 40)
    for (const movie of movies.slice(0, 20)) world.radarr.addMovie(movie.id, { file: 'WEBDL-1080p' })
    world.sonarr.journal.clear()
    world.radarr.journal.clear()
    const items = [
      ...shows.map(show => ['tv', show.id] as [string, number]),
      ...movies.map(movie => ['movie', movie.id] as [string, number]),
      ['tv', SHOW.without_tvdb] as [string, number],
    ]
    const cards = await house.cards(items)
    expect(cards.map(card => [card.media_type, card.tmdb_id])).toEqual(items)
    const marked = (type: string, from: number, to: number) =>
      cards.filter(card => card.media_type === type).slice(from, to)
    expect(marked('movie', 0, 20).every(card => card.status === 'available')).toBe(true)
    expect(marked('movie', 20, 40).every(card => card.status === 'unavailable' && card.status_known)).toBe(
      true,
    )
    expect(marked('tv', 20, 40).every(card => card.status === 'unavailable' && card.status_known)).toBe(true)
    expect(cards.at(-1)).toEqual({
      media_type: 'tv',
      tmdb_id: SHOW.without_tvdb,
      status: 'unavailable',
      status_known: false,
      progress: 0,
    })
    const asked = world.sonarr.journal.requests('GET /api/v3/episode').length
    expect(asked).toBeLessThanOrEqual(6)
    // Cards say what the pages of the same titles say.
    for (const card of marked('tv', 0, 20)) {
      const page = await house.show(card.tmdb_id)
      expect([card.tmdb_id, card.status]).toEqual([card.tmdb_id, page.status])
    }
    expect(world.radarr.journal.requests('GET /api/v3/*')).toHaveLength(2)
    expect(world.sonarr.journal.requests('GET /api/v3/series')).toHaveLength(1)
    expect(world.sonarr.journal.requests('GET /api/v3/queue/details')).toHaveLength(1)
  })

  it('knows a new season that nobody monitors from one that is only announced', async () => {
    const house = await startLibraries()
    const { sonarr } = house.world
    // Of one the second season airs now; of the other a fourth is announced.
    sonarr.addSeries(tvdbOf(house, SHOW.running), { seasons: [1], files: [1] })
    sonarr.addSeries(tvdbOf(house, SHOW.with_specials), { seasons: [1, 2, 3], files: [1, 2, 3] })
    const cards = await house.cards([
      ['tv', SHOW.running],
      ['tv', SHOW.with_specials],
    ])
    expect(cards.map(card => card.status)).toEqual(['partial', 'available'])
    expect((await house.show(SHOW.running)).status).toBe('partial')
    expect((await house.show(SHOW.with_specials)).status).toBe('available')
  })

  it('looks up a few shows at a time, and the others when the page comes again', async () => {
    const house = await startLibraries()
    const { world } = house
    const there = world.catalogue.shows.filter(show => {
      if (show.tvdb_id === null) return false
      const { id } = world.sonarr.addSeries(show.tvdb_id, { files: 'all' })
      const [first, second] = world.sonarr
        .episodes(id)
        .filter(one => one.season_number > 0 && one.file_id !== 0)
      if (!first || !second) return false
      // One that nobody wants any more is not in the manager's own count.
      world.sonarr.deleteFile(first.file_id)
      first.monitored = false
      return true
    })
    const shows = there.slice(0, 8)
    world.sonarr.journal.clear()
    const looks = () => world.sonarr.journal.requests('GET /api/v3/episode').length
    const read = () => house.cards(shows.map(show => ['tv', show.id]))
    await read()
    expect(looks()).toBe(6)
    expect((await read()).map(card => card.status)).toEqual(shows.map(() => 'partial'))
    await read()
    expect(looks()).toBe(8)
  })
})
