import { BOOK, garbage, MOVIE, SHOW, stockFixtures } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { callTool, toolRefusal, toolResult } from '#test/tools.ts'
import { buildWorld } from '#test/world.ts'

const PARTS = {
  products: ['tmdb', 'trakt'],
  instances: ['movies', 'movies_4k', 'series', 'books'],
  users: ['uma', 'nora'],
  grants: { uma: ['books'] },
} as const

const SETTINGS = '/api/admin/request-settings'
const QUOTAS = '/api/admin/request-quotas'

describe('request_media (2/4.5, 1/4.6)', () => {
  it('does exactly what the route does, and says what happened', async () => {
    const world = await buildWorld(PARTS)
    stockFixtures(world)
    const { app, users, asUma, settle } = world
    const input = { media_type: 'movie', tmdb_id: MOVIE.absent, title: 'Another name' }
    const made = await toolResult(app, users.uma, 'request_media', input)
    expect(made).toMatchObject({
      request_id: 1,
      media_type: 'movie',
      // C69: the provider's own title.
      title: 'Nobody Ordered the Soup',
      status: 'requested',
      delivery: [{ state: expect.any(String), can_cancel: expect.any(Boolean) }],
    })
    expect(made.message).toMatch(/^"Nobody Ordered the Soup": the request is approved/)
    await settle()
    // The same again is the same receipt, as over HTTP.
    expect(await toolResult(app, users.uma, 'request_media', input)).toMatchObject({ request_id: 1 })
    expect((await asUma('GET', '/api/requests')).body).toHaveLength(1)
    const there = { media_type: 'movie', tmdb_id: MOVIE.with_file }
    const answer = await toolResult(app, users.uma, 'request_media', there)
    expect(answer).toMatchObject({ status: 'available' })
    expect(answer.message).toContain('already in the library')
  })

  it('says that an admin must approve, and acts on the request by its id', async () => {
    const { app, users, asAdmin } = await buildWorld(PARTS)
    expectOk(await asAdmin('PUT', SETTINGS, { require_approval: true }))
    const input = { media_type: 'tv', tmdb_id: SHOW.harbour_nine, seasons: [1] }
    const made = await toolResult(app, users.uma, 'request_media', input)
    expect(made).toMatchObject({ status: 'pending', title: 'Harbour Nine', seasons: [1] })
    expect(made.message).toContain('waits for the approval of an admin')
    const { request_id } = made
    const status = await toolResult(app, users.uma, 'check_request_status', { request_id })
    expect(status).toMatchObject({ request_id, status: 'pending', live: false, requested_seasons: [1] })
    expect(await toolRefusal(app, users.nora, 'check_request_status', { request_id })).toBe('not_found')
    const cancel = { request_id, action: 'cancel' }
    expect(await toolRefusal(app, users.nora, 'request_media', cancel)).toBe('not_found')
    const cancelled = await toolResult(app, users.uma, 'request_media', cancel)
    expect(cancelled.delivery).toMatchObject([{ state: 'cancelled' }])
    const again = { request_id, action: 'retry' }
    expect(await toolRefusal(app, users.uma, 'request_media', again)).toBe('invalid_delivery_state')
    const { requests, has_more } = await toolResult(app, users.uma, 'list_my_requests')
    expect(has_more).toBe(false)
    expect(requests).toMatchObject([{ request_id, title: 'Harbour Nine', library: 'Series' }])
    expect((await toolResult(app, users.nora, 'list_my_requests')).requests).toEqual([])
  })

  it('says what is left of an allowance and when it fits again', async () => {
    const { app, users, asAdmin } = await buildWorld(PARTS)
    const allowances = [{ media_type: 'movie', count: 1, window_days: 7 }]
    expectOk(await asAdmin('PUT', QUOTAS, { allowances }))
    await toolResult(app, users.uma, 'request_media', { media_type: 'movie', tmdb_id: MOVIE.absent })
    const over = { media_type: 'movie', tmdb_id: MOVIE.in_cinemas }
    const refused = await callTool(app, users.uma, 'request_media', over)
    expect(refused).toMatchObject({ ok: false, code: 'request_quota_exceeded' })
    expect(refused.text).toMatch(/0 of 1 movies within 7 days are left; this needs 1/)
    expect(refused.text).toMatch(/can be requested again from \d{4}-\d\d-\d\dT/)
    const preview = { tmdb_id: MOVIE.in_cinemas }
    const options = await toolResult(app, users.uma, 'get_request_options', { media_type: 'movie', preview })
    expect(options.preview).toMatchObject({ fits: false, reduce_selection: false })
    expect(options.allowances).toEqual([expect.stringContaining('0 of 1 movies')])
  })
})

describe('what request_media refuses', () => {
  const shared = shareAmongTests(() => buildWorld(PARTS))

  it.each<[string, object, string, RegExp]>([
    ['an unknown field', { media_type: 'tv', tmdb_id: 1, season: 2 }, 'validation', /Not known here: season/],
    ['no type', { tmdb_id: MOVIE.absent }, 'validation', /media_type: Use one of/],
    ['an action without a request', { action: 'retry' }, 'validation', /request_id/],
    ['a request without an action', { request_id: 1 }, 'validation', /action: Use one of: retry, cancel/],
    ['an unknown request', { request_id: 99, action: 'cancel' }, 'not_found', /Check the id/],
    ['a retired confirmation', { request_id: 1, action: 'confirm' }, 'catalog_retired', /search_books/],
    ['a retired ticket', { confirmation_id: 'c1' }, 'catalog_retired', /search_books/],
    [
      'a book by its source',
      { media_type: 'book', title: 'X', source: 'openlibrary', source_id: 'OL1W' },
      'catalog_retired',
      /search_books/,
    ],
    [
      'a book by the number of its source',
      { media_type: 'book', source: 'goodreads', source_id: 12 },
      'catalog_retired',
      /search_books/,
    ],
    [
      'a book of the public catalogue',
      { media_type: 'book', catalog_ref: { provider: 'openlibrary', id: 'OL1W' } },
      'catalog_retired',
      /search_books/,
    ],
    [
      'a season that does not exist',
      { media_type: 'tv', tmdb_id: SHOW.harbour_nine, seasons: [7] },
      'validation',
      /Ask the person which of these: 1\./,
    ],
    [
      'somebody else to request for',
      { media_type: 'movie', tmdb_id: 1, on_behalf_of: 1 },
      'validation',
      /Not known/,
    ],
  ])('%s', async (_what, input, code, words) => {
    const { app, users } = shared()
    const result = await callTool(app, users.uma, 'request_media', input)
    expect(result).toMatchObject({ ok: false, code })
    expect(result.text).toMatch(words)
  })

  it('a library that is not theirs, naming those to choose from', async () => {
    const { app, users, instance_ids } = shared()
    const input = { media_type: 'movie', tmdb_id: MOVIE.absent, instance_id: instance_ids.movies_4k }
    const result = await callTool(app, users.nora, 'request_media', input)
    expect(result).toMatchObject({ ok: false, code: 'instance_forbidden' })
    expect(result.text).toContain(`Movies (instance_id ${instance_ids.movies})`)
    expect(result.text).not.toContain(instance_ids.movies_4k)
  })

  it('a choice that this person may not make', async () => {
    const { app, users } = shared()
    const input = { media_type: 'movie', tmdb_id: MOVIE.absent, quality_profile_id: 4 }
    const result = await callTool(app, users.nora, 'request_media', input)
    expect(result).toMatchObject({ ok: false, code: 'choice_not_allowed' })
    expect(result.text).toContain('Leave out')
  })
})

describe('what there is and what may be chosen', () => {
  it('check_request_status reads the library for a title, and a saved request without it', async () => {
    const world = await buildWorld(PARTS)
    stockFixtures(world)
    const { app, users, chaptarr, instance_ids } = world
    const movie = { media_type: 'movie', tmdb_id: MOVIE.with_file }
    expect(await toolResult(app, users.uma, 'check_request_status', movie)).toMatchObject({
      status: 'available',
      status_known: true,
      live: true,
      progress: 100,
      message: 'Now: it is already in the library.',
    })
    const show = { media_type: 'tv', tmdb_id: SHOW.harbour_nine }
    const { seasons } = await toolResult(app, users.uma, 'check_request_status', show)
    expect(seasons).toMatchObject([{ season_number: 1, status: expect.any(String) }])
    const book = { media_type: 'book', foreign_id: `hc:${BOOK.tidewater}` }
    expect(await toolResult(app, users.uma, 'check_request_status', book)).toMatchObject({
      book_formats: { ebook: expect.any(String), audiobook: expect.any(String) },
    })
    expect(await toolRefusal(app, users.nora, 'check_request_status', book)).toBe('no_grant')
    for (const input of [{}, { media_type: 'movie' }, { media_type: 'music' }])
      expect(await toolRefusal(app, users.uma, 'check_request_status', input)).toBe('validation')
    const made = await toolResult(app, users.uma, 'request_media', { ...book, book_format: 'ebook' })
    chaptarr.journal.clear()
    const { request_id } = made
    const saved = await toolResult(app, users.uma, 'check_request_status', { request_id })
    expect(saved).toMatchObject({ status: 'requested', status_known: false, live: false })
    expect(saved.instance_id).toBe(instance_ids.books)
    expect(chaptarr.journal.requests('GET /api/v1/book*')).toEqual([])
  })

  it('a library that does not answer is unknown, never missing', async () => {
    const { app, users, radarr } = await buildWorld(PARTS)
    radarr.faults.always('GET /*', garbage())
    const movie = { media_type: 'movie', tmdb_id: MOVIE.unmonitored }
    const status = await toolResult(app, users.uma, 'check_request_status', movie)
    expect(status).toMatchObject({ status_known: false, live: true })
    expect(status.message).toContain('not known')
  })

  it('get_request_options lists what may be chosen, and the libraries of this person alone', async () => {
    const { app, users, asAdmin, instance_ids } = await buildWorld(PARTS)
    const options = await toolResult(app, users.nora, 'get_request_options', { media_type: 'movie' })
    expect(options).toMatchObject({
      requires_approval: false,
      can_choose_season: false,
      can_choose_quality: false,
      quality_profiles: [],
      quality_profiles_known: true,
      libraries: [{ instance_id: instance_ids.movies, name: 'Movies', is_default: true }],
      allowances: ['There is no limit for movies.'],
    })
    expect(options).not.toHaveProperty('preview')
    expectOk(await asAdmin('PUT', SETTINGS, { allow_season_choice: true, allow_quality_choice: true }))
    const tv = await toolResult(app, users.nora, 'get_request_options', {
      media_type: 'tv',
      preview: { tmdb_id: SHOW.harbour_nine },
    })
    expect(tv).toMatchObject({ can_choose_season: true, preview: { fits: true, seasons: [1] } })
    expect(tv.quality_profiles.length).toBeGreaterThan(0)
    // A selection as request_media takes it, with the media type and the library in it.
    const preview = { media_type: 'tv', instance_id: instance_ids.series, tmdb_id: SHOW.harbour_nine }
    const whole = await toolResult(app, users.nora, 'get_request_options', { media_type: 'tv', preview })
    expect(whole.preview).toEqual(tv.preview)
    const ofMovie = { media_type: 'movie', preview }
    expect(await toolRefusal(app, users.nora, 'get_request_options', ofMovie)).toBe('validation')
    expect(await toolRefusal(app, users.nora, 'get_request_options', { media_type: 'book' })).toBe('no_grant')
  })
})
