import { ALBUM, BOOK, MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { shareAmongTests } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'
import { saveDiscoverySettings } from '#test/discovery-calls.ts'
import { callTool, toolRefusal, toolResult } from '#test/tools.ts'
import { buildWorld } from '#test/world.ts'

const PARTS = {
  products: ['tmdb', 'trakt'],
  instances: ['books', 'music'],
  users: ['uma', 'nora'],
  grants: { uma: ['books', 'music'] },
} as const

interface Row {
  media_type: string
  tmdb_id: number
  title: string
}

describe('tools that read the catalogue (2/4.5)', () => {
  const shared = shareAmongTests(() => buildWorld(PARTS))
  const read = (name: string, input: object) => toolResult(shared().app, shared().users.uma, name, input)

  it('search_movies and search_tv_shows find titles of their type alone, as the provider names them', async () => {
    const movies = await read('search_movies', { query: 'harbour' })
    const shows = await read('search_tv_shows', { query: 'Harbour Nine' })
    expect(new Set(movies.results.map((row: Row) => row.media_type))).not.toContain('tv')
    expect(shows).toMatchObject({ page: 1, has_more: false })
    expect(shows.results[0]).toEqual({
      media_type: 'tv',
      tmdb_id: SHOW.harbour_nine,
      title: 'Harbour Nine',
      year: 2025,
      rating: expect.any(Number),
      overview: expect.stringContaining('harbour police crew'),
      poster_path: expect.stringMatching(/^\//),
    })
    expect(await read('search_movies', { query: 'no such title anywhere' })).toEqual({
      results: [],
      page: 1,
      has_more: false,
    })
    expect(await toolRefusal(shared().app, shared().users.uma, 'search_movies', { query: ' ' })).toBe(
      'validation',
    )
  })

  it('search_movie_collections names the movies of each, in order of release', async () => {
    const { catalogue } = shared()
    const [collection] = catalogue.collections
    const found = await read('search_movie_collections', { query: collection?.name })
    const movies = catalogue.movies.filter(movie => movie.collection_id === collection?.id)
    expect(found.truncated).toBe(false)
    expect(found.collections[0]).toMatchObject({ collection_id: collection?.id, name: collection?.name })
    const years = found.collections[0].movies.map((movie: { year: number }) => movie.year)
    expect(years).toEqual(years.toSorted())
    expect(new Set(found.collections[0].movies.map((movie: Row) => movie.tmdb_id))).toEqual(
      new Set(movies.map(movie => movie.id)),
    )
  })

  it.each(['movie', 'tv', 'all'])('get_trending lists %s', async media_type => {
    const { results } = await read('get_trending', { media_type, time_window: 'week' })
    const types = new Set(results.map((row: Row) => row.media_type))
    expect(types).toEqual(new Set(media_type === 'all' ? ['movie', 'tv'] : [media_type]))
  })

  it('browse_titles takes names as well as ids, and words for the order', async () => {
    const { tmdb } = shared()
    tmdb.journal.clear()
    const input = { media_type: 'movie', genres: ['comedy'], year_from: 1990, year_to: 2030 }
    const { results } = await read('browse_titles', {
      ...input,
      min_rating: 5.5,
      min_votes: 10,
      sort: 'newest',
    })
    const [call] = tmdb.journal.requests('GET /3/discover/movie')
    expect(Object.fromEntries(call?.query ?? [])).toMatchObject({
      with_genres: '35',
      'primary_release_date.gte': '1990-01-01',
      'primary_release_date.lte': '2030-12-31',
      'vote_average.gte': '5.5',
      'vote_count.gte': '10',
      sort_by: 'primary_release_date.desc',
    })
    expect(results.length).toBeGreaterThan(0)
    await read('browse_titles', { media_type: 'tv', genres: '18, comedy', sort: 'vote_count.asc' })
    const [shows] = tmdb.journal.requests('GET /3/discover/tv')
    expect(Object.fromEntries(shows?.query ?? [])).toMatchObject({
      with_genres: '18,35',
      sort_by: 'vote_count.asc',
    })
  })

  it('browse_titles says what there is instead of a name it does not know, or a field it does not have', async () => {
    const { app, users } = shared()
    const unknown = await callTool(app, users.uma, 'browse_titles', {
      media_type: 'tv',
      genres: ['swashbuckler'],
    })
    expect(unknown).toMatchObject({ ok: false, code: 'validation' })
    expect(unknown.text).toMatch(/no genre "swashbuckler"\. Use one of: .*Comedy/)
    const misspelt = await callTool(app, users.uma, 'browse_titles', { media_type: 'tv', genre: 'comedy' })
    expect(misspelt.text).toContain('Not known here: genre.')
  })

  it('get_movie_details, get_tv_details and get_recommendations answer for one title', async () => {
    const movie = await read('get_movie_details', { tmdb_id: MOVIE.with_file })
    expect(movie).toMatchObject({
      tmdb_id: MOVIE.with_file,
      title: 'Paper Lanterns',
      tagline: 'Follow the smallest light.',
      genres: ['Animation', 'Family'],
      runtime_minutes: expect.any(Number),
    })
    const show = await read('get_tv_details', { tmdb_id: SHOW.with_specials })
    expect(show.seasons[0].season_number).toBe(1)
    const found = await read('get_recommendations', { tmdb_id: MOVIE.with_file, media_type: 'movie' })
    expect(found.results.length).toBeGreaterThan(0)
    const { app, users } = shared()
    expect(await toolRefusal(app, users.uma, 'get_movie_details', { tmdb_id: 1 })).toBe('not_found')
  })

  it('search_books searches the library, with its ids and the term; the public catalogue is retired', async () => {
    const { app, users, instance_ids } = shared()
    const found = await read('search_books', { query: ' Tidewater Ledger ' })
    expect(found).toMatchObject({ instance_id: instance_ids.books, search_term: 'Tidewater Ledger' })
    expect(found.results[0]).toMatchObject({
      foreign_id: `hc:${BOOK.tidewater}`,
      instance_id: instance_ids.books,
      title: 'The Tidewater Ledger',
      author: 'Ines Moor',
    })
    const all = await read('search_books', { query: 'Tidewater Ledger', catalog: 'all' })
    expect(all.results).toEqual(found.results)
    // The manager refuses this as a term, so it has no results.
    expect((await read('search_books', { query: 'work:77002' })).results).toEqual([])
    const retired = await callTool(app, users.uma, 'search_books', { query: 'ledger', catalog: 'public' })
    expect(retired).toMatchObject({ ok: false, code: 'catalog_retired' })
    expect(await toolRefusal(app, users.nora, 'search_books', { query: 'ledger' })).toBe('no_grant')
    const other = { query: 'ledger', instance_id: instance_ids.music }
    expect(await toolRefusal(app, users.uma, 'search_books', other)).toBe('instance_forbidden')
  })

  it('search_music finds albums of the library by any words, page by page', async () => {
    shared().lidarr.addAlbum(ALBUM.night_ferry, { files: 'all' })
    const found = await read('search_music', { query: 'FERRY quay', catalog: 'library' })
    expect(found).toMatchObject({ page: 1, has_more: false })
    expect(found).not.toHaveProperty('public')
    expect(found.library).toEqual([
      expect.objectContaining({ foreign_id: ALBUM.night_ferry, title: 'Night Ferry', artist: 'The Quay' }),
    ])
    const later = await read('search_music', { query: 'ferry', catalog: 'library', page: 2 })
    expect(later).toEqual({ library: [], page: 2, has_more: false })
  })

  it('display_media shows what can be shown, and names what cannot', async () => {
    const { app, users } = shared()
    const input = {
      items: [
        { media_type: 'movie', title: 'Whatever', tmdb_id: MOVIE.with_file },
        { media_type: 'tv', title: 'harbour nine', year: 2025 },
        { media_type: 'tv', title: 'Harbour Nine', year: 1999 },
        { media_type: 'movie', title: 'Nothing of that name' },
        { media_type: 'book', title: 'The Tidewater Ledger', foreign_id: `hc:${BOOK.tidewater}` },
        { media_type: 'book', title: 'The Tidewater Ledgers' },
        { media_type: 'music', title: 'Not an id', foreign_id: 'x' },
      ],
    }
    const shown = await read('display_media', input)
    expect(shown.items).toMatchObject([
      { media_type: 'movie', title: 'Paper Lanterns', tmdb_id: MOVIE.with_file, rating: 7.4 },
      { media_type: 'tv', title: 'Harbour Nine', tmdb_id: SHOW.harbour_nine },
      { media_type: 'book', title: 'The Tidewater Ledger', by: 'Ines Moor' },
    ])
    expect(shown.items[0].poster_path).toMatch(/^\//)
    expect(shown.not_shown).toEqual([
      { media_type: 'tv', title: 'Harbour Nine', reason: 'not_found' },
      { media_type: 'movie', title: 'Nothing of that name', reason: 'not_found' },
      { media_type: 'book', title: 'The Tidewater Ledgers', reason: 'not_found' },
      { media_type: 'music', title: 'Not an id', reason: 'not_found' },
    ])
    const book = { media_type: 'book', title: 'The Tidewater Ledger' }
    const ofNora = await toolResult(app, users.nora, 'display_media', { items: [book] })
    expect(ofNora).toEqual({ items: [], not_shown: [{ ...book, reason: 'no_access' }] })
    for (const named of [
      { source: 'openlibrary', source_id: 'OL1W' },
      { catalog_ref: { provider: 'openlibrary', id: 'OL1W' } },
    ]) {
      const items = [{ ...book, ...named }]
      expect(await toolRefusal(app, users.uma, 'display_media', { items })).toBe('catalog_retired')
    }
    const many = { items: Array.from({ length: 11 }, () => book) }
    expect(await toolRefusal(app, users.uma, 'display_media', many)).toBe('validation')
  })
})

it('display_media keeps the library that an album was searched in', async () => {
  const { musicbrainz } = await startSimulators({ products: ['musicbrainz'] })
  const env = { APP_MUSICBRAINZ_URL: `${musicbrainz.url}/ws/2` }
  const { app, users, instance_ids } = await buildWorld({ ...PARTS, env })
  const album = { media_type: 'music', title: 'Night Ferry', foreign_id: ALBUM.night_ferry }
  const show = (items: object[]) => toolResult(app, users.uma, 'display_media', { items })
  const named = { ...album, instance_id: instance_ids.music }
  expect((await show([named])).items).toMatchObject([named])
  expect((await show([album])).items).toEqual([
    expect.not.objectContaining({ instance_id: expect.anything() }),
  ])
})

it('a provider that fails makes an error and an unknown title, never an empty list', async () => {
  const { app, users, tmdb, chaptarr } = await buildWorld(PARTS)
  tmdb.faults.always('GET /3/*', status(500))
  chaptarr.faults.always('GET /api/v1/book/lookup', status(503))
  expect(await toolRefusal(app, users.uma, 'search_movies', { query: 'harbour' })).toBe('upstream_failed')
  expect(await toolRefusal(app, users.uma, 'search_books', { query: 'ledger' })).toBe('upstream_failed')
  const item = { media_type: 'movie', title: 'Paper Lanterns', tmdb_id: MOVIE.with_file }
  const shown = await toolResult(app, users.uma, 'display_media', { items: [item] })
  expect(shown).toMatchObject({ items: [], not_shown: [{ reason: 'unknown' }] })
})

it('what is hidden on the pages is hidden from tools', async () => {
  const { app, users, asAdmin } = await buildWorld(PARTS)
  await saveDiscoverySettings(asAdmin, {
    hidden_when_unconfigured: { movie: true, tv: false, book: false, music: false },
  })
  for (const name of ['search_movies', 'search_movie_collections']) {
    const found = await toolResult(app, users.uma, name, { query: 'the' })
    expect(found.results ?? found.collections).toEqual([])
  }
})

it('search_music searches everything that exists beside the library', async () => {
  const { app, admin, lidarr } = await buildWorld({
    products: ['musicbrainz', 'listenbrainz', 'coverart'],
    instances: ['music'],
    strict: false,
  })
  lidarr.addAlbum(ALBUM.night_ferry, { files: 'all' })
  const found = await toolResult(app, admin, 'search_music', { query: 'the quay' })
  const ids = (albums: { foreign_id: string }[]) => albums.map(album => album.foreign_id)
  expect(ids(found.public)).toContain(ALBUM.cast_off)
  expect(found.library).toContainEqual(
    expect.objectContaining({ foreign_id: ALBUM.night_ferry, status: 'available', status_known: true }),
  )
})
