import { HARBOUR_NINE_TVDB, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import {
  LIBRARY_PARTS,
  type LibraryWorld,
  PAST_REUSE_MS,
  showStatus,
  statusCards,
} from '#test/status-calls.ts'
import { buildWorld } from '#test/world.ts'

const tvdbOf = ({ catalogue }: LibraryWorld, tmdb_id: number) => catalogue.show(tmdb_id)?.tvdb_id ?? 0
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
    const world = await buildWorld(LIBRARY_PARTS)
    const { sonarr, instance_ids } = world
    expect(await showStatus(world.asBob, SHOW.harbour_nine)).toEqual({
      status: 'unavailable',
      progress: 0,
      status_known: true,
      instance_id: instance_ids.series,
      match: MATCH,
    })
    world.app.clock.advance(PAST_REUSE_MS)
    const { id } = sonarr.addSeries(HARBOUR_NINE_TVDB)
    const [first, second, third, fourth] = sonarr.episodes(id, 1)
    for (const episode of [first, second, third]) if (episode) sonarr.importFile(episode.id)
    expect(await showStatus(world.asBob, SHOW.harbour_nine)).toEqual({
      status: 'partial',
      progress: 37.5,
      status_known: true,
      instance_id: instance_ids.series,
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
    for (const episode of sonarr.episodes(id)) episode.monitored = episode.file_id !== 0
    world.app.clock.advance(PAST_REUSE_MS)
    expect(await showStatus(world.asBob, SHOW.harbour_nine)).toMatchObject({
      status: 'partial',
      progress: 37.5,
    })
    expect(fourth?.monitored).toBe(false)
  })

  it('1/3 is downloading by what is in the queue, a pack counted once, specials left out', async () => {
    const world = await buildWorld(LIBRARY_PARTS)
    const { sonarr } = world
    const { id } = sonarr.addSeries(tvdbOf(world, SHOW.with_specials), { seasons: [1, 2] })
    const pack = sonarr.episodes(id, 1).map(one => one.id)
    sonarr.startDownload(id, pack, { progress: 0.5, duration_ms: 40_000_000 })
    const special = sonarr.episodes(id, 0)[0]
    if (special) sonarr.importFile(special.id)
    const found = await showStatus(world.asBob, SHOW.with_specials)
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
    const world = await buildWorld(LIBRARY_PARTS)
    const { sonarr, app, admin, instance_ids } = world
    sonarr.addSeries(HARBOUR_NINE_TVDB, { files: 'all' })
    const unmatched = await showStatus(world.asBob, SHOW.without_tvdb)
    expect(unmatched).toMatchObject({
      status: 'unavailable',
      status_known: false,
      status_unknown_reason: 'identity_ambiguous',
      match: { state: 'unresolved' },
    })
    expect(unmatched).not.toHaveProperty('seasons')
    sonarr.faults.always('GET /api/v3/*', status(503))
    expect(await showStatus(world.asBob, SHOW.harbour_nine)).toMatchObject({
      status: 'unavailable',
      status_known: false,
      status_unknown_reason: 'library_unavailable',
      match: { state: 'resolved' },
    })
    sonarr.faults.clear()
    sonarr.faults.always('GET /api/v3/episode', status(503))
    expect(await showStatus(world.asBob, SHOW.harbour_nine)).toMatchObject({ status_known: false })
    sonarr.faults.clear()
    const { match } = await showStatus(world.asBob, SHOW.harbour_nine)
    const path = `/api/admin/tv-matches/${SHOW.harbour_nine}`
    const paused = { revision: match?.revision, mode: 'paused', instance_id: instance_ids.series }
    expect((await app.call('PUT', path, { token: admin.access_token, body: paused })).status).toBe(200)
    expect(await showStatus(world.asBob, SHOW.harbour_nine)).toMatchObject({
      status_known: false,
      status_unknown_reason: 'identity_ambiguous',
      match: { state: 'paused' },
    })
    expect(await statusCards(world.asBob, [['tv', SHOW.harbour_nine]])).toMatchObject([
      { status_known: false },
    ])
  })

  it('1/4.7 projects the library’s seasons back by the map of its match', async () => {
    const world = await buildWorld(LIBRARY_PARTS)
    const { sonarr, app, admin, instance_ids } = world
    const { id } = sonarr.addSeries(tvdbOf(world, SHOW.running), { files: [2], seasons: [2] })
    const { match } = await showStatus(world.asBob, SHOW.harbour_nine)
    const path = `/api/admin/tv-matches/${SHOW.harbour_nine}`
    const custom = {
      revision: match?.revision,
      mode: 'custom',
      instance_id: instance_ids.series,
      tvdb_id: tvdbOf(world, SHOW.running),
      season_map: { '1': 2 },
    }
    expect((await app.call('PUT', path, { token: admin.access_token, body: custom })).status).toBe(200)
    const found = await showStatus(world.asBob, SHOW.harbour_nine)
    expect(found).toMatchObject({ status: 'available', match: { provenance: 'custom', series_id: id } })
    expect(found.seasons?.map(one => [one.season_number, one.status])).toEqual([[1, 'available']])
    expect(await statusCards(world.asBob, [['tv', SHOW.harbour_nine]])).toMatchObject([
      { status: 'available' },
    ])
  })
})

describe('a page of cards', () => {
  it('costs one read per kind of library, and calls unmatched shows unknown', async () => {
    const world = await buildWorld(LIBRARY_PARTS)
    const { catalogue, sonarr, radarr } = world
    const shows = catalogue.shows.filter(show => show.tvdb_id !== null).slice(0, 40)
    for (const show of shows.slice(0, 20)) sonarr.addSeries(show.tvdb_id ?? 0, { files: 'all' })
    const movies = catalogue.movies.filter(movie => !movie.adult).slice(0, 40)
    for (const movie of movies.slice(0, 20)) radarr.addMovie(movie.id, { file: 'WEBDL-1080p' })
    sonarr.journal.clear()
    radarr.journal.clear()
    const items = [
      ...shows.map(show => ['tv', show.id] as [string, number]),
      ...movies.map(movie => ['movie', movie.id] as [string, number]),
      ['tv', SHOW.without_tvdb] as [string, number],
    ]
    const cards = await statusCards(world.asBob, items)
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
    const asked = sonarr.journal.requests('GET /api/v3/episode').length
    expect(asked).toBeLessThanOrEqual(6)
    // Cards say what the pages of the same titles say.
    for (const card of marked('tv', 0, 20)) {
      const page = await showStatus(world.asBob, card.tmdb_id)
      expect([card.tmdb_id, card.status]).toEqual([card.tmdb_id, page.status])
    }
    expect(radarr.journal.requests('GET /api/v3/*')).toHaveLength(2)
    expect(sonarr.journal.requests('GET /api/v3/series')).toHaveLength(1)
    expect(sonarr.journal.requests('GET /api/v3/queue/details')).toHaveLength(1)
  })

  it('knows a new season that nobody monitors from one that is only announced', async () => {
    const world = await buildWorld(LIBRARY_PARTS)
    const { sonarr } = world
    // Of one the second season airs now; of the other a fourth is announced.
    sonarr.addSeries(tvdbOf(world, SHOW.running), { seasons: [1], files: [1] })
    sonarr.addSeries(tvdbOf(world, SHOW.with_specials), { seasons: [1, 2, 3], files: [1, 2, 3] })
    const cards = await statusCards(world.asBob, [
      ['tv', SHOW.running],
      ['tv', SHOW.with_specials],
    ])
    expect(cards.map(card => card.status)).toEqual(['partial', 'available'])
    expect((await showStatus(world.asBob, SHOW.running)).status).toBe('partial')
    expect((await showStatus(world.asBob, SHOW.with_specials)).status).toBe('available')
  })

  it('looks up a few shows at a time, and the others when the page comes again', async () => {
    const world = await buildWorld(LIBRARY_PARTS)
    const { catalogue, sonarr } = world
    const there = catalogue.shows.filter(show => {
      if (show.tvdb_id === null) return false
      const { id } = sonarr.addSeries(show.tvdb_id, { files: 'all' })
      const [first, second] = sonarr.episodes(id).filter(one => one.season_number > 0 && one.file_id !== 0)
      if (!first || !second) return false
      // One that nobody wants any more is not in the manager's own count.
      sonarr.deleteFile(first.file_id)
      first.monitored = false
      return true
    })
    const shows = there.slice(0, 8)
    sonarr.journal.clear()
    const looks = () => sonarr.journal.requests('GET /api/v3/episode').length
    const read = () =>
      statusCards(
        world.asBob,
        shows.map(show => ['tv', show.id]),
      )
    await read()
    expect(looks()).toBe(6)
    expect((await read()).map(card => card.status)).toEqual(shows.map(() => 'partial'))
    await read()
    expect(looks()).toBe(8)
  })
})
