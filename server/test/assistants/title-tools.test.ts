import { ALBUM, BOOK, dropAfterCommit, HARBOUR_NINE_TVDB, MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk, refusal } from '#test/calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { buildWorld } from '#test/world.ts'

const pathOf = (media_type: 'movie' | 'tv', tmdb_id: number) => `/api/admin/titles/${media_type}/${tmdb_id}`
const WORKS = '/api/admin/works'
const worksOf = (media_type: 'book' | 'music', foreign_id: string) =>
  `${WORKS}?media_type=${media_type}&foreign_id=${encodeURIComponent(foreign_id)}`
const TIDEWATER = `hc:${BOOK.tidewater}`
const DELETE_ALBUM = 'DELETE /api/v1/album/:id'
const DELETE_MOVIE = 'DELETE /api/v3/movie/:id'

describe.each(ENGINES)('the tools of a title on %s', engine => {
  const shared = shareAmongTests(async () => {
    const world = await buildWorld({
      engine,
      products: ['tmdb'],
      instances: ['movies', 'movies_4k', 'series', 'books', 'music'],
      users: ['uma', 'vera'],
      grants: { uma: ['books', 'music'], vera: ['books', 'music'] },
    })
    world.radarr.addMovie(MOVIE.with_file, { file: 'WEBDL-1080p' })
    world.sonarr.addSeries(HARBOUR_NINE_TVDB)
    return world
  })

  it('find it in every library, with its page there, and tell unreadable from absent', async () => {
    const { asAdmin, radarr, radarr4k, sonarr, instance_ids } = shared()
    const path = pathOf('movie', MOVIE.with_file)
    const movies = { instance_id: instance_ids.movies, instance_name: 'Movies' }
    const large = { instance_id: instance_ids.movies_4k, instance_name: 'Movies 4K' }
    expect((await asAdmin('GET', path)).body).toEqual({
      libraries: [
        {
          ...movies,
          status_known: true,
          entry: {
            title: expect.any(String),
            monitored: true,
            manager_url: `${radarr.url}/movie/${MOVIE.with_file}`,
          },
        },
        { ...large, status_known: true },
      ],
      removals: [],
    })
    radarr4k.faults.next('GET /api/v3/movie', status(500))
    const { libraries } = (await asAdmin('GET', path)).body
    expect(libraries[1]).toEqual({ ...large, status_known: false, error: expect.any(String) })
    const show = (await asAdmin('GET', pathOf('tv', SHOW.harbour_nine))).body
    expect(show.libraries).toMatchObject([
      { status_known: true, entry: { manager_url: expect.stringContaining(`${sonarr.url}/series/`) } },
    ])
  })

  it('find a book in each of its formats, and an album, with their pages there', async () => {
    const { app, asAdmin, chaptarr, lidarr, instance_ids } = shared()
    const work = chaptarr.catalogue.book(BOOK.tidewater)
    const ebook = chaptarr.addBook(BOOK.tidewater, { format: 'ebook', file: true })
    const audiobook = chaptarr.addBook(BOOK.tidewater, { format: 'audiobook', monitored: false })
    const album = lidarr.addAlbum(ALBUM.night_ferry, { files: 'all' })
    const books = { instance_id: instance_ids.books, instance_name: 'Books' }
    const music = { instance_id: instance_ids.music, instance_name: 'Music' }
    const entry = ({ id, monitored }: { id: number; monitored: boolean }, book_format: string) => ({
      record_id: id,
      title: work?.title,
      book_format,
      monitored,
      manager_url: `${chaptarr.url}/book/${id}`,
    })
    const librariesOf = async (...named: Parameters<typeof worksOf>) =>
      (await asAdmin('GET', worksOf(...named))).body.libraries
    expect(await librariesOf('book', TIDEWATER)).toEqual([
      { ...books, status_known: true, entries: [entry(ebook, 'ebook'), entry(audiobook, 'audiobook')] },
    ])
    expect(await librariesOf('music', ALBUM.night_ferry)).toEqual([
      {
        ...music,
        status_known: true,
        entries: [
          {
            record_id: album.id,
            title: 'Night Ferry',
            monitored: true,
            manager_url: `${lidarr.url}/album/${ALBUM.night_ferry}`,
          },
        ],
      },
    ])
    expect(await librariesOf('music', ALBUM.absent)).toEqual([{ ...music, status_known: true, entries: [] }])
    // A page may be opened by an id that the library does not know.
    const elsewhere = `${worksOf('book', 'isbn:9780000000002')}&canonical_foreign_id=${TIDEWATER}`
    expect((await asAdmin('GET', elsewhere)).body.libraries).toMatchObject([{ entries: [{}, {}] }])
    // What cannot be read may be there, and so may one of several.
    const unknown = { status_known: false, error: expect.any(String), entries: [] }
    chaptarr.faults.next('GET /api/v1/book/:id', status(500))
    lidarr.faults.next('GET /api/v1/album', status(500))
    expect(await librariesOf('book', TIDEWATER)).toEqual([{ ...books, ...unknown }])
    expect(await librariesOf('music', ALBUM.night_ferry)).toEqual([{ ...music, ...unknown }])
    const same = `gr:${work?.goodreads}`
    expect(await librariesOf('book', same)).toMatchObject([{ entries: [{}, {}] }])
    const twin = chaptarr.addBook(BOOK.series_first)
    chaptarr.rewriteBook(twin.id, { goodreadsWorkId: same })
    app.clock.advance(16_000)
    expect(await librariesOf('book', same)).toEqual([{ ...books, ...unknown }])
    chaptarr.rewriteBook(twin.id, {})
    app.clock.advance(16_000)
  })

  it('search in the library that was named, and nowhere else', async () => {
    const { asAdmin, radarr, radarr4k, sonarr, instance_ids } = shared()
    const path = `${pathOf('movie', MOVIE.with_file)}/search`
    expect((await asAdmin('POST', path, { instance_id: instance_ids.movies })).body).toEqual({
      outcome: 'done',
    })
    const [sent] = radarr.journal.requests('POST /api/v3/command')
    expect(sent?.body).toMatchObject({ name: 'MoviesSearch' })
    expect(refusal(await asAdmin('POST', path, { instance_id: instance_ids.movies_4k }))).toEqual([
      404,
      'not_found',
    ])
    expect(radarr4k.journal.requests('POST /api/v3/command')).toEqual([])
    const show = `${pathOf('tv', SHOW.harbour_nine)}/search`
    expect((await asAdmin('POST', show, { instance_id: instance_ids.series })).status).toBe(200)
    expect(sonarr.journal.requests('POST /api/v3/command')).toHaveLength(1)
    expect(refusal(await asAdmin('POST', show, { instance_id: instance_ids.movies }))).toEqual([
      404,
      'instance_not_found',
    ])
  })

  it('search for one format of a book or one album, and for nothing that is another title', async () => {
    const { asAdmin, chaptarr, lidarr, instance_ids } = shared()
    const audiobook = chaptarr.addBook(BOOK.tidewater, { format: 'audiobook' })
    const album = lidarr.addAlbum(ALBUM.night_ferry, { files: 'all' })
    const book = { media_type: 'book', foreign_id: TIDEWATER, instance_id: instance_ids.books }
    const search = (body: object) => asAdmin('POST', `${WORKS}/search`, body)
    const sent = (library: typeof chaptarr | typeof lidarr) =>
      library.journal.requests('POST /api/v1/command').map(({ body }) => body)
    chaptarr.journal.clear()
    lidarr.journal.clear()
    expect((await search({ ...book, record_id: audiobook.id })).body).toEqual({ outcome: 'done' })
    expect(sent(chaptarr)).toEqual([{ name: 'BookSearch', bookIds: [audiobook.id] }])
    const other = chaptarr.addBook(BOOK.series_first)
    expect(refusal(await search({ ...book, record_id: other.id }))).toEqual([404, 'not_found'])
    expect(sent(chaptarr)).toHaveLength(1)
    const music = { media_type: 'music', foreign_id: ALBUM.night_ferry, record_id: album.id }
    lidarr.faults.next('POST /api/v1/command', dropAfterCommit())
    expect((await search({ ...music, instance_id: instance_ids.music })).body).toEqual({
      outcome: 'outcome_unknown',
    })
    expect(sent(lidarr)).toEqual([{ name: 'AlbumSearch', albumIds: [album.id] }])
    expect(refusal(await search({ ...music, instance_id: instance_ids.books }))).toEqual([
      404,
      'instance_not_found',
    ])
  })

  it('are for admins only', async () => {
    const { asUma, instance_ids } = shared()
    const path = pathOf('movie', MOVIE.with_file)
    const book = { media_type: 'book', foreign_id: TIDEWATER, instance_id: instance_ids.books, record_id: 1 }
    for (const tool of ['search', 'removal-preview', 'removal'])
      expect((await asUma('POST', `${WORKS}/${tool}`, book)).status).toBe(403)
    expect((await asUma('GET', path)).status).toBe(403)
    expect((await asUma('GET', worksOf('book', TIDEWATER))).status).toBe(403)
    for (const tool of ['search', 'removal-preview', 'removal'])
      expect((await asUma('POST', `${path}/${tool}`, { instance_id: instance_ids.movies })).status).toBe(403)
  })

  it('list every request of the title, by everybody', async () => {
    const { asAdmin, asUma } = shared()
    for (const tmdb_id of [MOVIE.upcoming, MOVIE.requested])
      expect((await asUma('POST', '/api/requests', { media_type: 'movie', tmdb_id })).status).toBe(201)
    const listed = await asAdmin(
      'GET',
      `/api/admin/requests/history?media_type=movie&tmdb_id=${MOVIE.upcoming}`,
    )
    expect(listed.body.requests).toMatchObject([{ username: 'uma', tmdb_id: MOVIE.upcoming }])
    const { asVera, chaptarr, settle } = shared()
    const work = chaptarr.catalogue.book(BOOK.standalone)
    const ask = { media_type: 'book', foreign_id: `gr:${work?.goodreads}`, book_format: 'ebook' }
    // Waits for approval, so that it is not delivered before she joins.
    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    const asked = await asUma('POST', '/api/requests', ask)
    expect(asked.status).toBe(201)
    expect((await asVera('POST', '/api/requests', ask)).status).toBe(200)
    const approval = `/api/admin/requests/${asked.body.request_id}/approve`
    expect((await asAdmin('POST', approval, {})).status).toBe(200)
    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: false })
    await settle()
    // Under its own id in the library, and with everybody who joined.
    const book = `/api/admin/requests/history?media_type=book&foreign_id=hc:${BOOK.standalone}`
    expect((await asAdmin('GET', book)).body.requests).toMatchObject([
      { username: 'uma', requesters: [{ username: 'uma' }, { username: 'vera' }] },
    ])
  })
})

describe('removing a title from a library', () => {
  const shared = shareAmongTests(() =>
    buildWorld({ products: ['tmdb'], instances: ['movies', 'series', 'books', 'music'], users: ['uma'] }),
  )

  async function preview(tmdb_id: number) {
    const { asAdmin, instance_ids } = shared()
    const path = pathOf('movie', tmdb_id)
    const { body } = await asAdmin('POST', `${path}/removal-preview`, { instance_id: instance_ids.movies })
    return { path: `${path}/removal`, preview: body }
  }

  it('deletes exactly what its preview listed, and leaves a record', async () => {
    const { app, admin, asAdmin, radarr, instance_ids } = shared()
    const instance_id = instance_ids.movies
    const movie = radarr.addMovie(MOVIE.with_file, { file: 'WEBDL-1080p' })
    const { path, preview: shown } = await preview(MOVIE.with_file)
    expect(shown).toMatchObject({
      instance_name: 'Movies',
      folder: movie.path,
      files: [{ name: expect.stringContaining('.mkv'), size_bytes: movie.file?.size }],
      total_bytes: movie.file?.size,
    })
    const { confirmation } = shown
    expect(
      refusal(await asAdmin('POST', path, { instance_id, confirmation: 'other', delete_files: true })),
    ).toEqual([409, 'conflict'])
    expect(radarr.journal.requests(DELETE_MOVIE)).toEqual([])
    const done = await asAdmin('POST', path, { instance_id, confirmation, delete_files: true })
    const expected = { state: 'done', delete_files: true, file_count: 1, total_bytes: movie.file?.size }
    expect([done.status, done.body]).toMatchObject([200, { ...expected, removed_by: admin.user.username }])
    const [sent] = radarr.journal.requests(DELETE_MOVIE)
    expect(Object.fromEntries(sent?.query ?? [])).toEqual({
      deleteFiles: 'true',
      addImportExclusion: 'false',
    })
    expect(radarr.movie(MOVIE.with_file)).toBeUndefined()
    const tools = await asAdmin('GET', pathOf('movie', MOVIE.with_file))
    expect(tools.body).toMatchObject({ libraries: [{ status_known: true }], removals: [expected] })
    const answer = await asAdmin('GET', `/api/requests/${MOVIE.with_file}/status?media_type=movie`)
    expect(answer.body).toMatchObject({ status: 'unavailable', status_known: true })
    const again = await asAdmin('POST', path, { instance_id, confirmation, delete_files: true })
    expect(refusal(again)).toEqual([404, 'not_found'])
    expect(await app.database.read.selectFrom('library_removals').selectAll().execute()).toHaveLength(1)
  })

  it('refuses when the library changed after the preview', async () => {
    const { asAdmin, radarr, instance_ids } = shared()
    const movie = radarr.addMovie(MOVIE.unmonitored, { file: 'WEBDL-1080p' })
    const { path, preview: shown } = await preview(MOVIE.unmonitored)
    if (movie.file) movie.file.size += 1
    const body = { instance_id: instance_ids.movies, confirmation: shown.confirmation, delete_files: true }
    expect(refusal(await asAdmin('POST', path, body))).toEqual([409, 'conflict'])
    expect(radarr.movie(MOVIE.unmonitored)).toBeDefined()
  })

  it('keeps the files when asked to, and never reports a lost answer as done or as failed', async () => {
    const { asAdmin, radarr, instance_ids } = shared()
    const confirm = async (tmdb_id: number) => {
      const { path, preview: shown } = await preview(tmdb_id)
      const { confirmation } = shown
      return asAdmin('POST', path, { instance_id: instance_ids.movies, confirmation, delete_files: false })
    }
    radarr.addMovie(MOVIE.requested)
    radarr.journal.clear()
    radarr.faults.next(DELETE_MOVIE, dropAfterCommit())
    expect((await confirm(MOVIE.requested)).body).toMatchObject({ state: 'outcome_unknown', file_count: 0 })
    expect(radarr.journal.requests(DELETE_MOVIE)[0]?.query.get('deleteFiles')).toBe('false')
    // Whoever looks again sees what became of it: a library that cannot be read settles nothing.
    const removalsOf = async (id: number) => (await asAdmin('GET', pathOf('movie', id))).body.removals
    radarr.faults.next('GET /api/v3/movie', status(500))
    expect(await removalsOf(MOVIE.requested)).toMatchObject([{ state: 'outcome_unknown' }])
    radarr.journal.clear()
    expect(await removalsOf(MOVIE.requested)).toMatchObject([{ state: 'done' }])
    expect(radarr.journal.requests(DELETE_MOVIE)).toEqual([])
    radarr.addMovie(MOVIE.upcoming)
    radarr.faults.next(DELETE_MOVIE, status(500))
    expect((await confirm(MOVIE.upcoming)).status).toBe(502)
    const { removals } = (await asAdmin('GET', pathOf('movie', MOVIE.upcoming))).body
    expect(removals).toMatchObject([{ state: 'failed' }])
    expect(radarr.movie(MOVIE.upcoming)).toBeDefined()
  })

  it('removes a series with all its files', async () => {
    const { asAdmin, sonarr, instance_ids } = shared()
    sonarr.addSeries(HARBOUR_NINE_TVDB)
    const path = pathOf('tv', SHOW.harbour_nine)
    const instance_id = instance_ids.series
    const { confirmation } = (await asAdmin('POST', `${path}/removal-preview`, { instance_id })).body
    const done = await asAdmin('POST', `${path}/removal`, { instance_id, confirmation, delete_files: true })
    expect(done.body).toMatchObject({ state: 'done' })
    const [sent] = sonarr.journal.requests('DELETE /api/v3/series/:id')
    expect(sent?.query.get('addImportListExclusion')).toBe('false')
    expect((await asAdmin('GET', path)).body.libraries).toEqual([
      { instance_id, instance_name: 'Series', status_known: true },
    ])
  })

  it('removes one format of a book, and leaves the other', async () => {
    const { asAdmin, chaptarr, instance_ids } = shared()
    const ebook = chaptarr.addBook(BOOK.tidewater, { format: 'ebook', file: true })
    const audiobook = chaptarr.addBook(BOOK.tidewater, { format: 'audiobook', file: true })
    const book = { media_type: 'book', foreign_id: TIDEWATER, instance_id: instance_ids.books }
    const named = { ...book, record_id: ebook.id }
    const shown = expectOk(await asAdmin('POST', `${WORKS}/removal-preview`, named))
    expect(shown).toMatchObject({ instance_name: 'Books', folder: '', files: [{ name: expect.any(String) }] })
    const choice = { confirmation: shown.confirmation, delete_files: true }
    const other = { ...book, record_id: audiobook.id, ...choice }
    expect(refusal(await asAdmin('POST', `${WORKS}/removal`, other))).toEqual([409, 'conflict'])
    const removed = { state: 'done', book_format: 'ebook', delete_files: true, file_count: 1 }
    const done = await asAdmin('POST', `${WORKS}/removal`, { ...named, ...choice })
    expect(done.body).toMatchObject({ ...removed, total_bytes: shown.total_bytes })
    const [sent] = chaptarr.journal.requests('DELETE /api/v1/book/:id')
    expect(Object.fromEntries(sent?.query ?? [])).toEqual({
      deleteFiles: 'true',
      addImportListExclusion: 'false',
    })
    expect(chaptarr.book(BOOK.tidewater, 'ebook')).toBeUndefined()
    // The list's id is of the same work (C8); another book was not removed.
    for (const id of [TIDEWATER, `bp:${BOOK.tidewater}`])
      expect((await asAdmin('GET', worksOf('book', id))).body).toMatchObject({
        libraries: [{ status_known: true, entries: [{ record_id: audiobook.id }] }],
        removals: [removed],
      })
    const another = await asAdmin('GET', worksOf('book', `hc:${BOOK.series_first}`))
    expect(another.body.removals).toEqual([])
    const answer = await asAdmin('GET', `/api/requests/book-status?foreign_id=${TIDEWATER}`)
    expect(answer.body.book_formats).toEqual({ ebook: 'unavailable', audiobook: 'available' })
    const again = await asAdmin('POST', `${WORKS}/removal`, { ...named, ...choice })
    expect(refusal(again)).toEqual([404, 'not_found'])
  })

  it('of an album is settled by what the library says once its answer was lost', async () => {
    const { asAdmin, lidarr, instance_ids } = shared()
    const remove = async (id: string) => {
      const { id: record_id } = lidarr.addAlbum(id, { files: 'all' })
      const album = { media_type: 'music', foreign_id: id, instance_id: instance_ids.music, record_id }
      const { files, confirmation } = expectOk(await asAdmin('POST', `${WORKS}/removal-preview`, album))
      expect(files.length).toBeGreaterThan(1)
      return asAdmin('POST', `${WORKS}/removal`, { ...album, confirmation, delete_files: false })
    }
    const removalsOf = async (id: string) => (await asAdmin('GET', worksOf('music', id))).body.removals
    lidarr.faults.next(DELETE_ALBUM, dropAfterCommit())
    expect((await remove(ALBUM.night_ferry)).body).toMatchObject({ state: 'outcome_unknown' })
    expect(lidarr.journal.requests(DELETE_ALBUM)[0]?.query.get('deleteFiles')).toBe('false')
    lidarr.faults.next('GET /api/v1/album', status(500))
    expect(await removalsOf(ALBUM.night_ferry)).toMatchObject([{ state: 'outcome_unknown' }])
    // Not found by its id, and the record itself cannot be read.
    lidarr.faults.next('GET /api/v1/album/:id', status(500))
    expect(await removalsOf(ALBUM.night_ferry)).toMatchObject([{ state: 'outcome_unknown' }])
    expect(await removalsOf(ALBUM.night_ferry)).toMatchObject([{ state: 'done' }])
    lidarr.faults.next(DELETE_ALBUM, status(500))
    expect((await remove(ALBUM.cast_off)).status).toBe(502)
    expect(await removalsOf(ALBUM.cast_off)).toMatchObject([{ state: 'failed' }])
    expect(lidarr.album(ALBUM.cast_off)).toBeDefined()
  })
})
