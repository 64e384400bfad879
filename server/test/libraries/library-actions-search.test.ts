import {
  ALBUM,
  BOOK,
  dropAfterCommit,
  HARBOUR_NINE_TVDB,
  hang,
  MOVIE,
  SHOW,
  status,
  wrongKey,
} from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { borrowedOperations, remediationContext } from '#test/borrowed-operations.ts'
import { shareAmongTests } from '#test/engines.ts'
import { callTool, toolRefusal, toolResult } from '#test/tools.ts'
import { buildWorld } from '#test/world.ts'

const SPECIALS_TVDB = 430_005

describe('searches and rescans of exactly what was asked for (2/4.5)', () => {
  const shared = shareAmongTests(async () => {
    const world = await buildWorld({
      products: ['tmdb'],
      instances: ['movies', 'movies_4k', 'series', 'books', 'old_books'],
      users: ['uma'],
    })
    const { radarr, radarr4k, sonarr, chaptarr } = world
    const movie = radarr.addMovie(MOVIE.requested)
    radarr4k.addMovie(MOVIE.with_file)
    const other = radarr4k.addMovie(MOVIE.upcoming)
    const series = sonarr.addSeries(HARBOUR_NINE_TVDB)
    const running = sonarr.addSeries(SPECIALS_TVDB)
    const book = chaptarr.addBook(BOOK.tidewater)
    return { ...world, movie, other, series, running, book }
  })

  /** The commands that one call started, wherever. */
  async function sent(tool: string, input: object) {
    const world = shared()
    const managers = [world.radarr, world.radarr4k, world.sonarr, world.chaptarr, world.readarr]
    for (const manager of managers) manager.journal.clear()
    const result = await callTool(world.app, world.admin, tool, input)
    const bodies = managers.flatMap(manager =>
      ['/api/v1', '/api/v3'].flatMap(api =>
        manager.journal.requests(`POST ${api}/command`).map(one => one.body),
      ),
    )
    return { result, bodies }
  }

  it.each([
    [
      'a movie',
      () => ({ media_type: 'movie', tmdb_id: MOVIE.requested }),
      () => ({ name: 'MoviesSearch', movieIds: [shared().movie.id] }),
    ],
    [
      'a movie of another library',
      () => ({ media_type: 'movie', tmdb_id: MOVIE.upcoming }),
      () => ({ name: 'MoviesSearch', movieIds: [shared().other.id] }),
    ],
    [
      'a show',
      () => ({ media_type: 'tv', tmdb_id: SHOW.harbour_nine }),
      () => ({ name: 'SeriesSearch', seriesId: shared().series.id }),
    ],
    [
      'a season',
      () => ({ media_type: 'tv', tmdb_id: SHOW.harbour_nine, season: 1 }),
      () => ({ name: 'SeasonSearch', seriesId: shared().series.id, seasonNumber: 1 }),
    ],
    [
      'an episode',
      () => ({ media_type: 'tv', tmdb_id: SHOW.harbour_nine, season: 1, episode: 3 }),
      () => ({
        name: 'EpisodeSearch',
        episodeIds: [shared().series.episodes.find(one => one.episode_number === 3)?.id],
      }),
    ],
    [
      'an author',
      () => ({ media_type: 'book', author_id: shared().book.author_id }),
      () => ({ name: 'AuthorSearch', authorId: shared().book.author_id }),
    ],
    [
      'a book',
      () => ({ media_type: 'book', book_id: shared().book.id }),
      () => ({ name: 'BookSearch', bookIds: [shared().book.id] }),
    ],
  ])('searches for %s', async (_, input, command) => {
    const { result, bodies } = await sent('trigger_search', input())
    expect(bodies).toEqual([command()])
    expect(result).toMatchObject({
      ok: true,
      structured: { outcome: 'done', command: { name: command().name, id: expect.any(Number) } },
    })
  })

  it('searches for what has aired and nothing else', async () => {
    const { running, app } = shared()
    const aired = running.episodes.filter(
      one => one.monitored && one.air_utc !== null && one.air_utc <= app.clock.now().getTime(),
    )
    const seasons = new Set(running.episodes.map(one => one.season_number))
    // The fixture has seasons without dates; otherwise this proves nothing.
    expect(aired.length).toBeLessThan(running.episodes.length)
    expect(seasons.size).toBeGreaterThan(2)
    const input = { media_type: 'tv', tmdb_id: SHOW.with_specials, aired_only: true }
    const { bodies } = await sent('trigger_search', input)
    expect(bodies).toEqual([{ name: 'EpisodeSearch', episodeIds: aired.map(one => one.id) }])
    const unaired = running.episodes.find(one => one.air_utc === null)
    const none = await sent('trigger_search', { ...input, season: unaired?.season_number })
    expect(none).toMatchObject({ result: { ok: false, code: 'conflict' }, bodies: [] })
  })

  it.each([
    [
      'a movie',
      () => ({ media_type: 'movie', tmdb_id: MOVIE.requested }),
      () => ({ name: 'RescanMovie', movieId: shared().movie.id }),
    ],
    [
      'a show',
      () => ({ media_type: 'tv', tmdb_id: SHOW.harbour_nine }),
      () => ({ name: 'RescanSeries', seriesId: shared().series.id }),
    ],
    [
      'an author',
      () => ({ media_type: 'book', author_id: shared().book.author_id }),
      () => ({ name: 'RefreshAuthor', authorId: shared().book.author_id }),
    ],
  ])('rescans %s', async (_, input, command) => {
    const { result, bodies } = await sent('rescan_media', input())
    expect(bodies).toEqual([command()])
    expect(result).toMatchObject({ ok: true, structured: { command: { name: command().name } } })
  })

  it('reports a lost answer as unknown, and sends it once', async () => {
    const { radarr } = shared()
    radarr.faults.next('POST /api/v3/command', dropAfterCommit())
    const input = { media_type: 'movie', tmdb_id: MOVIE.requested }
    const { result, bodies } = await sent('trigger_search', input)
    expect(result).toMatchObject({ ok: true, structured: { outcome: 'outcome_unknown' } })
    expect(bodies).toHaveLength(1)
    radarr.faults.next('POST /api/v3/command', dropAfterCommit())
    expect((await sent('rescan_media', input)).result).toMatchObject({
      structured: { outcome: 'outcome_unknown' },
    })
  })

  it('does not act on another library while the first one cannot be read', async () => {
    const { radarr, app, admin } = shared()
    radarr.faults.next('GET /api/v3/movie', status(500))
    const input = { media_type: 'movie', tmdb_id: MOVIE.upcoming }
    expect(await toolRefusal(app, admin, 'trigger_search', input)).toBe('upstream_failed')
    radarr.faults.next('POST /api/v3/command', wrongKey())
    const own = { media_type: 'movie', tmdb_id: MOVIE.requested }
    expect(await toolRefusal(app, admin, 'trigger_search', own)).toBe('upstream_rejected')
  })

  it('sends nothing after the caller left', async () => {
    const { radarr, app, admin } = shared()
    radarr.journal.clear()
    radarr.faults.next('GET /api/v3/movie', hang())
    const leaving = new AbortController()
    const input = { media_type: 'movie', tmdb_id: MOVIE.requested }
    const call = callTool(app, admin, 'trigger_search', input, { signal: leaving.signal })
    await expect.poll(() => radarr.journal.requests('GET /api/v3/movie').length).toBe(1)
    leaving.abort(new Error('left'))
    expect(await call).toMatchObject({ ok: false, code: 'cancelled' })
    expect(radarr.journal.requests('POST /api/v3/command')).toEqual([])
  })

  it.each([
    ['trigger_search', { media_type: 'movie' }, 'validation'],
    ['trigger_search', { media_type: 'movie', tmdb_id: MOVIE.absent }, 'not_found'],
    ['trigger_search', { media_type: 'movie', tmdb_id: MOVIE.requested, book_id: 1 }, 'validation'],
    ['trigger_search', { media_type: 'tv', tmdb_id: SHOW.harbour_nine, episode: 1 }, 'validation'],
    ['trigger_search', { media_type: 'tv', tmdb_id: SHOW.running }, 'not_found'],
    // Ignored, a misspelt field would widen the search to the whole show.
    ['trigger_search', { media_type: 'tv', tmdb_id: SHOW.harbour_nine, season_number: 1 }, 'validation'],
    ['trigger_search', { media_type: 'book' }, 'validation'],
    ['trigger_search', { media_type: 'book', author_id: 1, book_id: 1 }, 'validation'],
    ['trigger_search', { media_type: 'book', author_id: 4711 }, 'not_found'],
    ['rescan_media', { media_type: 'book', author_id: 4711 }, 'not_found'],
    ['rescan_media', { media_type: 'tv' }, 'validation'],
    ['trigger_search', { media_type: 'music' }, 'validation'],
  ])('refuses %s of %o', async (tool, input, code) => {
    const { result, bodies } = await sent(tool, input)
    expect(result).toMatchObject({ ok: false, code })
    expect(bodies).toEqual([])
  })

  it('leaves a line in the log about who used which tool where, and nothing of its input (2:4.8)', async () => {
    const { app, admin, radarr, instance_ids } = shared()
    await toolResult(app, admin, 'trigger_search', { media_type: 'movie', tmdb_id: MOVIE.requested })
    const line = app.log.entries.findLast(entry => entry.msg === 'Library action.')
    expect(line).toMatchObject({
      level: 'info',
      user_id: admin.user.id,
      source: 'mcp',
      client_name: 'Test client',
      tool: 'trigger_search',
      instance_id: instance_ids.movies,
      service_type: 'movie_manager',
      outcome: 'done',
    })
    for (const hidden of [radarr.url, 'tmdb_id', String(MOVIE.requested)])
      expect(JSON.stringify(line)).not.toContain(hidden)
  })

  it('is not for everybody', async () => {
    const { app, users } = shared()
    const input = { media_type: 'movie', tmdb_id: MOVIE.requested }
    for (const tool of ['trigger_search', 'rescan_media', 'search_releases'])
      expect(await toolRefusal(app, users.uma, tool, input)).toBe('tool_not_available')
  })
})

it('does not guess which library an id of a book belongs to', async () => {
  const { app, admin, chaptarr, readarr } = await buildWorld({ instances: ['books', 'old_books'] })
  chaptarr.addBook(BOOK.tidewater)
  const id = chaptarr.books()[0]?.id ?? 0
  const call = (book_id: number) => callTool(app, admin, 'trigger_search', { media_type: 'book', book_id })
  expect(await call(id)).toMatchObject({ ok: true, structured: { instance: { name: 'Books' } } })
  readarr.addBook(BOOK.standalone)
  expect(readarr.books().map(book => book.id)).toContain(id)
  const refused = await call(id)
  expect(refused).toMatchObject({ ok: false, code: 'conflict', text: expect.stringContaining('Old books') })
  expect(readarr.journal.requests('POST /api/v1/command')).toEqual([])
})

it('searches and rescans music for those who act with an album or an artist (2/4.9)', async () => {
  const { operations, borrow } = borrowedOperations()
  const world = await buildWorld({ instances: ['music'], overrides: { tools: [borrow] } })
  await toolResult(world.app, world.admin, borrow.name)
  const { actions } = operations()
  const album = world.lidarr.addAlbum(ALBUM.night_ferry)
  const context = remediationContext(world.admin.user)
  const { artist_id } = album
  await actions.triggerSearch({ media_type: 'music', album_id: album.id }, context)
  await actions.triggerSearch({ media_type: 'music', artist_id }, context)
  await actions.rescanMedia({ media_type: 'music', artist_id }, context)
  const refused = actions.rescanMedia({ media_type: 'music', album_id: album.id }, context)
  await expect(refused).rejects.toMatchObject({ code: 'validation' })
  expect(world.lidarr.journal.requests('POST /api/v1/command').map(one => one.body)).toEqual([
    { name: 'AlbumSearch', albumIds: [album.id] },
    { name: 'ArtistSearch', artistId: artist_id },
    { name: 'RefreshArtist', artistIds: [artist_id] },
  ])
})
