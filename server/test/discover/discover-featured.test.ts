import { garbage, hang, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#kit/durations.ts'
import {
  DISCOVERY_PARTS,
  idsOf,
  nextRequest,
  NO_LISTS,
  NO_METADATA,
  rowsOf,
  saveDiscoverySettings,
} from '#test/discovery-calls.ts'
import { buildWorld } from '#test/world.ts'

const MOVIES = '/api/discover/movies/featured'
const TV = '/api/discover/tv/featured'

describe('the headline row (1:4.5.4, 1/4.2, 1/4.5)', () => {
  it('comes from the list provider while nobody decided and there is one', async () => {
    const { asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    const { body } = await asAdmin('GET', MOVIES)
    expect([body.source, body.page]).toEqual(['listsrc_trending', 1])
    const [call] = trakt.journal.requests('GET /movies/trending')
    const sent = call?.answer?.body as { movie: { ids: { tmdb: number | null } } }[]
    const listed = sent.map(row => row.movie.ids.tmdb)
    // The one title that the metadata provider does not know has no page to open.
    expect(listed).toContain(null)
    expect(body.results.map((row: { id: number }) => row.id)).toEqual(listed.filter(id => id !== null))
    expect((await asAdmin('GET', TV)).body.source).toBe('listsrc_trending')
  })

  it('comes from the metadata provider when there is no list provider', async () => {
    const { asAdmin, tmdb } = await buildWorld({ ...DISCOVERY_PARTS, env: NO_LISTS })
    const { body } = await asAdmin('GET', MOVIES)
    expect(body.source).toBe('tmdb_trending')
    const [call] = tmdb.journal.requests('GET /3/trending/movie/day')
    const page = call?.answer?.body as { results: object[]; total_pages: number; total_results: number }
    expect(body).toEqual({
      page: 1,
      results: page.results.map(row => ({ ...row, media_type: 'movie' })),
      total_pages: page.total_pages,
      total_results: page.total_results,
      source: 'tmdb_trending',
    })
  })

  it('follows the admin’s choice at once', async () => {
    const { asAdmin, tmdb } = await buildWorld(DISCOVERY_PARTS)
    await asAdmin('GET', TV)
    await saveDiscoverySettings(asAdmin, { source: 'tmdb_popular' })
    const answer = await asAdmin('GET', TV)
    expect(answer.body.source).toBe('tmdb_popular')
    expect(rowsOf(answer).every(row => row.media_type === 'tv')).toBe(true)
    expect(tmdb.journal.requests('GET /3/tv/popular')).toHaveLength(1)
    await saveDiscoverySettings(asAdmin, { source: 'tmdb_trending' })
    expect((await asAdmin('GET', TV)).body.source).toBe('tmdb_trending')
  })

  it('words the list provider’s rows as the metadata provider’s items', async () => {
    const { asAdmin, catalogue } = await buildWorld(DISCOVERY_PARTS)
    const [movie] = rowsOf(await asAdmin('GET', MOVIES))
    const known = catalogue.movie(movie?.id ?? 0)
    expect(movie).toMatchObject({
      media_type: 'movie',
      title: known?.title,
      poster_path: known?.poster_path,
      backdrop_path: known?.backdrop_path,
      overview: known?.overview,
      release_date: known?.release_date,
      vote_average: known?.vote_average,
      genre_ids: known?.genre_ids,
      original_language: known?.original_language,
    })
    const [show] = rowsOf(await asAdmin('GET', TV))
    expect(show).toMatchObject({
      media_type: 'tv',
      name: catalogue.show(show?.id ?? 0)?.name,
      first_air_date: catalogue.show(show?.id ?? 0)?.first_air_date,
    })
  })

  it('shows the list provider’s own words where there is nobody to ask for posters', async () => {
    const { asAdmin, catalogue } = await buildWorld({ ...DISCOVERY_PARTS, env: NO_METADATA })
    const [row] = rowsOf(await asAdmin('GET', MOVIES))
    const known = catalogue.movie(row?.id ?? 0)
    expect(row).toMatchObject({ title: known?.title, overview: known?.overview, poster_path: null })
    // Not invented: what is not known must not pass a filter as harmless (C21).
    expect(row).not.toHaveProperty('genre_ids')
    expect(row).not.toHaveProperty('adult')
  })

  it('continues the same feed, and reports another page while the list provider has entries', async () => {
    const { asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    const first = await asAdmin('GET', MOVIES)
    const second = await asAdmin('GET', `${MOVIES}?page=2`)
    expect([first.body.total_pages, second.body.total_pages]).toEqual([2, 3])
    expect(idsOf(second).some(id => idsOf(first).includes(id))).toBe(false)
    const beyond = await asAdmin('GET', `${MOVIES}?page=400`)
    expect([beyond.body.results, beyond.body.total_pages]).toEqual([[], 400])
    const pages = trakt.journal.requests('GET /movies/trending').map(call => call.query.get('page'))
    expect(pages).toEqual(['1', '2', '400'])
  })

  it('does not lose the row to a poster that cannot be read, and asks for it again', async () => {
    const { asAdmin, tmdb, trakt } = await buildWorld(DISCOVERY_PARTS)
    tmdb.faults.next('GET /3/movie/:id', status(500))
    const first = rowsOf(await asAdmin('GET', MOVIES))
    expect(first.filter(row => row['poster_path'] === null && !('genre_ids' in row))).toHaveLength(1)
    expect(rowsOf(await asAdmin('GET', MOVIES)).every(row => 'genre_ids' in row)).toBe(true)
    expect(trakt.journal.requests('GET /movies/trending')).toHaveLength(2)
  })
})

describe('fallback (1/4.2)', () => {
  it.each([
    ['fails', status(500)],
    ['refuses the client id', status(403)],
    ['asks us to slow down', status(429, { retry_after: 300 })],
    ['answers nonsense', garbage('html')],
  ])('takes tmdb_trending when the list provider %s, and says so', async (_what, fault) => {
    const { asAdmin, trakt, tmdb } = await buildWorld(DISCOVERY_PARTS)
    trakt.faults.always('GET /movies/trending', fault)
    const answer = await asAdmin('GET', MOVIES)
    expect([answer.status, answer.body.source]).toEqual([200, 'tmdb_trending'])
    expect(rowsOf(answer)).toHaveLength(20)
    // The failure is not kept; the metadata provider's page is.
    trakt.faults.clear()
    expect((await asAdmin('GET', MOVIES)).body.source).toBe('listsrc_trending')
    expect(tmdb.journal.requests('GET /3/trending/movie/day')).toHaveLength(1)
  })

  it('does not wait long for a list provider that hangs', async () => {
    const { app, asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    trakt.faults.always('GET /movies/trending', hang())
    const asked = nextRequest(trakt.journal)
    const answer = asAdmin('GET', MOVIES)
    await asked
    app.clock.advance(5000)
    expect((await answer).body.source).toBe('tmdb_trending')
  })

  it('takes it too when the chosen list provider lost its client id', async () => {
    const { asAdmin } = await buildWorld({ ...DISCOVERY_PARTS, env: NO_LISTS })
    await saveDiscoverySettings(asAdmin, { source: 'listsrc_trending' })
    expect((await asAdmin('GET', MOVIES)).body.source).toBe('tmdb_trending')
  })

  it('is 502 when both fail, and when there is nobody to fall back on', async () => {
    const both = await buildWorld(DISCOVERY_PARTS)
    both.trakt.faults.always('GET /movies/trending', status(500))
    both.tmdb.faults.always('GET /3/trending/movie/day', status(500))
    expect((await both.asAdmin('GET', MOVIES)).status).toBe(502)
    const alone = await buildWorld({ ...DISCOVERY_PARTS, env: NO_METADATA })
    alone.trakt.faults.always('GET /movies/trending', status(500))
    expect((await alone.asAdmin('GET', MOVIES)).body.code).toBe('upstream_failed')
  })

  it('is 503 when nothing is configured', async () => {
    const { asAdmin } = await buildWorld({ ...DISCOVERY_PARTS, env: { ...NO_METADATA, ...NO_LISTS } })
    const answer = await asAdmin('GET', MOVIES)
    expect([answer.status, answer.body.code]).toEqual([503, 'metadata_unconfigured'])
  })
})

describe('refill (1:4.5.4, 1/4.5)', () => {
  it.each(['tmdb_popular', 'tmdb_trending', 'listsrc_trending'] as const)(
    'fills page 1 of %s to twenty English titles, each once',
    async source => {
      const { asAdmin } = await buildWorld(DISCOVERY_PARTS)
      await saveDiscoverySettings(asAdmin, { source })
      const whole = await asAdmin('GET', TV)
      await saveDiscoverySettings(asAdmin, { english_only: true })
      const answer = await asAdmin('GET', TV)
      expect(answer.body.source).toBe(source)
      expect(rowsOf(answer).every(row => row.original_language === 'en')).toBe(true)
      expect(new Set(idsOf(answer)).size).toBe(20)
      const kept = rowsOf(whole).filter(row => row.original_language === 'en')
      expect(kept.length).toBeLessThan(20)
      expect(idsOf(answer).slice(0, kept.length)).toEqual(kept.map(row => row.id))
      expect(answer.body.total_pages).toBe(whole.body.total_pages)
    },
  )

  it('never refills a later page', async () => {
    const { asAdmin, tmdb } = await buildWorld(DISCOVERY_PARTS)
    await saveDiscoverySettings(asAdmin, { source: 'tmdb_popular', english_only: true })
    const answer = await asAdmin('GET', `${MOVIES}?page=2`)
    const calls = tmdb.journal.requests('GET /3/movie/popular')
    expect(calls.map(call => call.query.get('page'))).toEqual(['2'])
    const sent = calls[0]?.answer?.body as { results: { id: number; original_language: string }[] }
    const english = sent.results.filter(row => row.original_language === 'en').map(row => row.id)
    expect(idsOf(answer)).toEqual(english)
    expect(english.length).toBeLessThan(20)
  })

  it('does not read on without the language filter', async () => {
    const { asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    expect(rowsOf(await asAdmin('GET', MOVIES))).toHaveLength(19)
    expect(trakt.journal.entries).toHaveLength(1)
  })
})

it('keeps the row for five minutes (1/4.5)', async () => {
  const { app, asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
  await asAdmin('GET', MOVIES)
  app.clock.advance(5 * MINUTE_MS - 1)
  await asAdmin('GET', MOVIES)
  expect(trakt.journal.entries).toHaveLength(1)
  app.clock.advance(1)
  await asAdmin('GET', MOVIES)
  expect(trakt.journal.entries).toHaveLength(2)
})
