import { dropBefore, HARBOUR_NINE_TVDB, MINUTE_MS, MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { shareAmongTests } from '#test/engines.ts'
import { buildLibraries } from '#test/library-tools.ts'
import { callTool, toolRefusal, toolResult } from '#test/tools.ts'
import { buildWorld } from '#test/world.ts'

const shared = shareAmongTests(buildLibraries)

describe('what is in the libraries', () => {
  const titles = (library: { items: { title: string }[] }) => library.items.map(one => one.title).sort()

  it('lists movies by filter and query', async () => {
    const { call } = shared()
    const movies = async (input: object) =>
      (await call('get_library', { media_type: 'movie', ...input })).libraries[0]
    expect(titles(await movies({}))).toEqual(['A Quiet Quarrel', 'Paper Lanterns', 'The Clockwork Tide'])
    expect(titles(await movies({ filter: 'unmonitored' }))).toEqual(['A Quiet Quarrel'])
    expect((await movies({ query: 'paper lanterns' })).items).toEqual([
      {
        title: 'Paper Lanterns',
        year: 2026,
        tmdb_id: MOVIE.with_file,
        monitored: true,
        file_count: 1,
        wanted_count: 1,
        size_bytes: expect.any(Number),
      },
    ])
  })

  it('names series by the match of their show, and counts episodes', async () => {
    const { one } = shared()
    const { items } = await one('get_library', { media_type: 'tv' })
    expect(items).toMatchObject([
      {
        title: 'Harbour Nine',
        tvdb_id: HARBOUR_NINE_TVDB,
        tmdb_id: SHOW.harbour_nine,
        file_count: 8,
        wanted_count: 8,
      },
    ])
  })

  it('narrows books and music by author, book, artist and album', async () => {
    const { call, records, instance_ids } = shared()
    const { libraries } = await call('get_library', { media_type: 'book', book_id: records.book.id })
    const books = libraries.find((one: { instance_id: string }) => one.instance_id === instance_ids.books)
    expect(books.items).toMatchObject([
      {
        title: 'The Tidewater Ledger',
        author: 'Ines Moor',
        author_id: records.book.author_id,
        format: 'ebook',
        file_count: 1,
      },
    ])
    const author = { media_type: 'book', author_id: records.book.author_id, query: 'tidewater' }
    expect(new Set(titles((await call('get_library', author)).libraries[0]))).toEqual(
      new Set(['The Tidewater Ledger']),
    )
    const albums = await call('get_library', { media_type: 'music', artist_id: records.album.artist_id })
    expect(titles(albums.libraries[0])).toContain('Night Ferry')
    const album = await call('get_library', { media_type: 'music', album_id: records.album.id })
    expect(album.libraries[0].items).toMatchObject([
      {
        title: 'Night Ferry',
        artist: 'The Quay',
        artist_id: records.album.artist_id,
        file_count: 12,
        wanted_count: 12,
      },
    ])
  })

  it('refuses ids of another media type with a sentence', async () => {
    const { app, admin } = shared()
    const result = await callTool(app, admin, 'get_library', { media_type: 'movie', album_id: 1 })
    expect(result).toMatchObject({ ok: false, code: 'validation' })
    expect(result.text).toContain('album_id: This is only for media_type "music".')
  })
})

describe('the files of a title', () => {
  it('are described without the folder of the library', async () => {
    const { app, admin, one } = shared()
    const movie = { media_type: 'movie', tmdb_id: MOVIE.with_file }
    const found = await one('get_media_file_details', movie)
    expect(found).toMatchObject({ found: true, total: 1 })
    expect(found.items[0]).toMatchObject({
      path: 'Paper Lanterns (2026)/Paper Lanterns WEBDL-1080p.mkv',
      quality: 'WEBDL-1080p',
      formats: [],
      format_score: 0,
      languages: ['English'],
      below_cutoff: false,
      video: { codec: 'h264', resolution: '1920x1080' },
      audio: { codec: 'EAC3', channels: 5.1, languages: 'eng' },
      subtitles: 'eng',
    })
    expect((await callTool(app, admin, 'get_media_file_details', movie)).text).not.toContain('/movies')
  })

  it('are those of one season where one is named, found by the match of the show', async () => {
    const { one } = shared()
    const show = { media_type: 'tv', tmdb_id: SHOW.harbour_nine }
    const season = await one('get_media_file_details', { ...show, season_number: 1 })
    expect(season.items).toHaveLength(8)
    expect(season.items[0]).toMatchObject({
      path: expect.stringMatching(/^Harbour Nine\/Season 01\//),
      season_number: 1,
      episode_numbers: [1],
    })
    expect(await one('get_media_file_details', { ...show, season_number: 7 })).toMatchObject({ items: [] })
    const absent = await one('get_media_file_details', { media_type: 'movie', tmdb_id: MOVIE.absent })
    expect(absent).toMatchObject({ status_known: true, found: false, items: [] })
  })
})

describe('timelines', () => {
  it('tell a season in order of time: grab, failure, queue and files', async () => {
    const { sonarr, records, one, app } = shared()
    const { series, episodes } = records
    const failed = sonarr.startDownload(series.id, episodes.slice(0, 1), { quality: 'WEBDL-720p' })
    sonarr.failDownload(failed.download_id, 'Missing articles')
    app.clock.advance(5 * MINUTE_MS)
    const waiting = sonarr.startDownload(series.id, episodes.slice(1, 2), { quality: 'WEBDL-2160p' })
    const season = await one('get_episode_timeline', { tmdb_id: SHOW.harbour_nine, season_number: 1 })
    expect(season).toMatchObject({ found: true, title: 'Harbour Nine' })
    expect(season.parts).toHaveLength(8)
    expect(season.parts[0]).toMatchObject({ episode_number: 1, has_file: true, monitored: true })
    const sentences: string[] = season.items.map((event: { sentence: string }) => event.sentence)
    const times: string[] = season.items.map((event: { at: string }) => event.at)
    expect(times).toEqual(times.toSorted())
    expect(
      sentences.some(text => / UTC: S01E01: The download of .* failed: Missing articles\.$/.test(text)),
    ).toBe(true)
    expect(sentences.at(-1)).toMatch(
      /In the download queue since then for episode 2, 0 % complete: .*It is downloading\.$/,
    )
    expect(season.items.filter((event: { kind: string }) => event.kind === 'file_present')).toHaveLength(8)
    sonarr.finishDownload(waiting.download_id)
    expect(await one('get_episode_timeline', { tmdb_id: SHOW.running, season_number: 1 })).toMatchObject({
      status_known: true,
      found: false,
      items: [],
    })
  })

  it.each(['book', 'old_book', 'music'] as const)(
    'tell what happened to a title of the %s manager',
    async name => {
      const { managers, records, call } = shared()
      const { manager, start, instance_id } = managers[name]
      manager.finishDownload(start().download_id)
      const { download_id } = start()
      const [tool, input] =
        name === 'music'
          ? (['get_album_timeline', { album_id: records.album.id }] as const)
          : (['get_book_timeline', { book_id: records[name].id }] as const)
      const { libraries } = await call(tool, input)
      const own = libraries.find((one: { instance_id: string }) => one.instance_id === instance_id)
      expect(own).toMatchObject({
        found: true,
        title: name === 'music' ? 'Night Ferry' : 'The Tidewater Ledger',
      })
      const kinds = own.items.map((event: { kind: string }) => event.kind)
      expect(kinds).toEqual(expect.arrayContaining(['grabbed', 'imported', 'in_queue', 'file_present']))
      manager.finishDownload(download_id)
      expect(
        (await call(tool, name === 'music' ? { album_id: 9999 } : { book_id: 9999 })).libraries,
      ).toMatchObject(libraries.map(() => ({ status_known: true, found: false, items: [] })))
    },
  )
})

describe('coming releases', () => {
  it('are those of the releases page, for the days asked for', async () => {
    const { call, sonarr } = shared()
    const running = sonarr.addSeries(430_002)
    const { start, end, items, libraries } = await call('get_calendar', { media_type: 'tv', days: 14 })
    expect([start, end]).toEqual(['2026-11-15', '2026-11-29'])
    expect(items[0]).toMatchObject({ title: 'The Weather Office', date: '2026-11-19', kind: 'episode' })
    expect(items.every(({ date }: { date: string }) => start <= date && date <= end)).toBe(true)
    expect(libraries).toMatchObject([{ instance_name: 'Series', status_known: true }])
    sonarr.deleteSeries(running.id)
  })

  it.each([0, 61, 1.5])('refuses %s days', async days => {
    const { app, admin } = shared()
    expect(await toolRefusal(app, admin, 'get_calendar', { days })).toBe('validation')
  })
})

describe('which libraries are read (0.6)', () => {
  it('lists the libraries with the ids that other tools take, without addresses', async () => {
    const { app, admin, call, instance_ids } = shared()
    const { instances } = await call('list_library_instances', { service: 'movie_manager' })
    expect(instances).toEqual([
      {
        instance_id: instance_ids.movies,
        name: 'Movies',
        service: 'movie_manager',
        media_type: 'movie',
        is_default: true,
      },
      {
        instance_id: instance_ids.movies_4k,
        name: 'Movies 4K',
        service: 'movie_manager',
        media_type: 'movie',
        is_default: false,
      },
    ])
    const all = await callTool(app, admin, 'list_library_instances', {})
    expect(all.text).not.toContain('127.0.0.1')
    expect((await call('list_library_instances')).instances).toHaveLength(6)
  })

  it('names a library that does not answer, and never shows it as empty', async () => {
    const { readarr, call, instance_ids } = shared()
    readarr.faults.always('* /api/*', dropBefore())
    for (const [tool, input] of [
      ['get_queue', { media_type: 'book' }],
      ['diagnose_queue', { media_type: 'book' }],
      ['get_library_health', { media_type: 'book' }],
      ['get_library', { media_type: 'book' }],
      ['get_history', { media_type: 'book' }],
      ['get_book_timeline', { book_id: 1 }],
      ['get_service_config', { service: 'book_manager', section: 'indexers' }],
      ['get_disk_space', { instance_id: instance_ids.old_books }],
    ] as const) {
      const { libraries } = await call(tool, input)
      const old = libraries.find((one: { instance_id: string }) => one.instance_id === instance_ids.old_books)
      expect([tool, old.status_known, old.items]).toEqual([tool, false, undefined])
      expect(old.error).toMatch(/^Old books could not be read: /)
      const others = libraries.filter((one: { instance_id: string }) => one !== old)
      expect(others.every((one: { status_known: boolean }) => one.status_known)).toBe(true)
    }
    readarr.faults.clear()
  })

  it('does not take a silent library for one without the title, or without releases', async () => {
    const { sonarr, radarr, call } = shared()
    for (const manager of [sonarr, radarr]) manager.faults.always('* /api/*', dropBefore())
    const show = { tmdb_id: SHOW.harbour_nine, season_number: 1 }
    for (const [tool, input] of [
      ['get_episode_timeline', show],
      ['get_media_file_details', { media_type: 'tv', ...show }],
      ['get_media_file_details', { media_type: 'movie', tmdb_id: MOVIE.with_file }],
      ['get_history', { media_type: 'movie', tmdb_id: MOVIE.with_file }],
    ] as const) {
      const [library] = (await call(tool, input)).libraries
      expect([tool, library.status_known, library.found]).toEqual([tool, false, undefined])
    }
    const calendar = await call('get_calendar', { media_type: 'tv', days: 9 })
    expect(calendar.libraries).toMatchObject([{ instance_name: 'Series', status_known: false }])
    expect(calendar.libraries[0].error).toMatch(/^Series could not be read: /)
    for (const manager of [sonarr, radarr]) manager.faults.clear()
  })

  it('refuses an instance of another type or none, and a media type without a library', async () => {
    const { app, admin, instance_ids } = shared()
    const refusal = (name: string, input: object) => toolRefusal(app, admin, name, input)
    expect(await refusal('get_queue', { media_type: 'tv', instance_id: instance_ids.movies })).toBe(
      'instance_not_found',
    )
    expect(await refusal('diagnose_queue', { instance_id: 'in_x' })).toBe('instance_not_found')
    expect(await refusal('get_queue', { media_type: 'game' })).toBe('validation')
    expect(await refusal('get_history', { media_type: 'music', tmdb_id: 5 })).toBe('validation')
    expect(await refusal('get_service_config', { service: 'transcoder', section: 'indexers' })).toBe(
      'validation',
    )
  })

  it('says that there is no library of a kind', async () => {
    const { app, admin } = await buildWorld()
    expect(await toolRefusal(app, admin, 'get_queue')).toBe('no_instance')
    expect((await toolResult(app, admin, 'list_library_instances')).instances).toEqual([])
  })

  it('cuts a long queue to one result, and says so (2/4.6)', async () => {
    const { radarr4k, app, admin, instance_ids } = shared()
    const { id } = radarr4k.addMovie(MOVIE.downloading)
    for (let i = 0; i < 230; i += 1)
      radarr4k.stickDownload(radarr4k.startDownload(id).download_id, 'x'.repeat(5000))
    for (const tool of ['get_queue', 'diagnose_queue']) {
      const result = await callTool(app, admin, tool, { instance_id: instance_ids.movies_4k })
      if (!result.ok) throw new Error(result.text)
      expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(32 * 1024)
      expect(result.structured['libraries']).toMatchObject([{ total: 230, truncated: true }])
    }
  })
})
