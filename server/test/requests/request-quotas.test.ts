import type { Selection } from '@foyer/contract/requests/requests'
import { MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { refusal } from '#test/calls.ts'
import { addUnansweredInstance, create, REQUEST_PARTS, spent } from '#test/request-calls.ts'
import { listen } from '#test/sockets.ts'
import { openSse } from '#test/streams.ts'
import { buildWorld } from '#test/world.ts'

const UNLIMITED = { count: null, window_days: 7 }
const KEYS = [
  { media_type: 'movie' },
  { media_type: 'tv' },
  { media_type: 'book', book_format: 'ebook' },
  { media_type: 'book', book_format: 'audiobook' },
  { media_type: 'music' },
]
const HALF_HOUR = 1_800_000
const DEFAULTS = '/api/admin/request-quotas'

async function buildQuotaWorld() {
  const world = await buildWorld({ users: ['bob'] })
  return { ...world, path: `/api/admin/users/${world.users.bob.user.id}/request-quotas` }
}

/** A request of this person that was accepted now, with one unit for each of these movies. */
async function spend(app: TestApp, user_id: number, units: readonly string[]): Promise<void> {
  const at = app.clock.now().toISOString()
  await app.database.transaction(async tx => {
    const { id: request_id } = await tx
      .insertInto('requests')
      .values({
        user_id,
        media_type: 'movie',
        identity: `movie:${units[0]}`,
        title: 'Paper Lanterns',
        title_key: 'paper lanterns',
        instance_id: 'in_a',
        instance_name: 'Movies',
        approval_required: 0,
        decision: 'approved',
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const charge = { user_id, request_id, media_type: 'movie', book_format: '', instance_id: 'in_a' } as const
    const rows = units.map(unit => ({ ...charge, unit, charged_at: at, began: 0 as const }))
    await tx.insertInto('request_charges').values(rows).execute()
  })
}

describe('default allowances (1:4.7, 1/4.9)', () => {
  it('are unlimited in weeks at first; a change keeps what it does not name', async () => {
    const { asAdmin, asBob } = await buildQuotaWorld()
    const all = KEYS.map(key => ({ ...key, ...UNLIMITED }))
    expect((await asAdmin('GET', DEFAULTS)).body).toEqual({ allowances: all })
    const change = [
      { media_type: 'book', book_format: 'audiobook', count: 0, window_days: 30 },
      { media_type: 'tv', count: 1_000_000, window_days: 1 },
    ]
    const saved = await asAdmin('PUT', DEFAULTS, { allowances: change })
    expect([saved.status, saved.body]).toEqual([
      200,
      { allowances: [all[0], change[1], all[2], change[0], all[4]] },
    ])
    const third = { media_type: 'movie', count: 3, window_days: 7 }
    await asAdmin('PUT', DEFAULTS, { allowances: [third] })
    expect((await asAdmin('GET', DEFAULTS)).body).toEqual({
      allowances: [third, change[1], all[2], change[0], all[4]],
    })
    const { body } = await asBob('GET', '/api/me/request-quotas')
    expect(body).toEqual({
      exempt: false,
      as_of: expect.stringMatching(/Z$/),
      allowances: [
        { ...third, source: 'default', used: 0, remaining: 3 },
        { ...change[1], source: 'default', used: 0, remaining: 1_000_000 },
        { ...all[2], source: 'default', used: 0, remaining: null },
        { ...change[0], source: 'default', used: 0, remaining: 0 },
        { ...all[4], source: 'default', used: 0, remaining: null },
      ],
    })
  })

  it('refuse an empty list, repeats, books without a format and others with one, bad windows and counts', async () => {
    const { asAdmin, path } = await buildQuotaWorld()
    const movie = { media_type: 'movie', count: 1, window_days: 7 }
    const bad: [string, unknown][] = [
      ['no list', {}],
      ['repeated', { allowances: [movie, { ...movie, count: 2 }] }],
      ['repeated format', { allowances: [1, 2].map(count => ({ ...KEYS[2], count, window_days: 1 })) }],
      ['book without format', { allowances: [{ ...movie, media_type: 'book' }] }],
      ['format of a movie', { allowances: [{ ...movie, book_format: 'ebook' }] }],
      ['both formats', { allowances: [{ ...movie, media_type: 'book', book_format: 'both' }] }],
      ['unknown medium', { allowances: [{ ...movie, media_type: 'game' }] }],
      ['window', { allowances: [{ ...movie, window_days: 14 }] }],
      ['no window', { allowances: [{ media_type: 'movie', count: 1 }] }],
      ['no count', { allowances: [{ media_type: 'movie', window_days: 7 }] }],
      ['negative', { allowances: [{ ...movie, count: -1 }] }],
      ['too many', { allowances: [{ ...movie, count: 1_000_001 }] }],
      ['half', { allowances: [{ ...movie, count: 1.5 }] }],
      ['text', { allowances: [{ ...movie, count: '3' }] }],
    ]
    for (const [name, body] of [...bad, ['empty', { allowances: [] }] as const]) {
      expect([name, ...refusal(await asAdmin('PUT', DEFAULTS, body))]).toEqual([name, 400, 'validation'])
    }
    for (const [name, body] of bad) {
      expect([name, ...refusal(await asAdmin('PUT', path, body))]).toEqual([name, 400, 'validation'])
    }
    const formatless = { allowances: [{ media_type: 'book', inherit: true }] }
    expect(refusal(await asAdmin('PUT', path, formatless))).toEqual([400, 'validation'])
    for (const allowances of [
      [],
      undefined,
      [{ media_type: 'tv' }, { media_type: 'tv' }],
      [{ media_type: 'book' }],
    ]) {
      expect(refusal(await asAdmin('POST', `${path}/reset`, { allowances }))).toEqual([400, 'validation'])
    }
    const { body } = await asAdmin('PUT', DEFAULTS, { allowances: [{ ...movie, media_type: 'book' }] })
    expect(body.fields).toEqual({ 'allowances.0.book_format': 'Enter a book format.' })
  })
})

describe("one person's allowances (1:4.7, 1/4.9)", () => {
  it('are replaced whole: what is not named or says inherit follows the defaults again', async () => {
    const { asAdmin, asBob, path } = await buildQuotaWorld()
    const inherited = { ...UNLIMITED, source: 'default', inherit: true, used: 0, remaining: null }
    const view = (await asAdmin('GET', path)).body
    expect(view.allowances).toEqual(KEYS.map(key => ({ ...key, ...inherited })))
    const own = { media_type: 'movie', count: 2, window_days: 30 }
    const first = await asAdmin('PUT', path, {
      allowances: [own, { media_type: 'tv', count: null, window_days: 1 }],
    })
    expect(first.body.allowances.slice(0, 2)).toEqual([
      { ...own, source: 'override', used: 0, remaining: 2 },
      { media_type: 'tv', count: null, window_days: 1, source: 'override', used: 0, remaining: null },
    ])
    await asAdmin('PUT', DEFAULTS, { allowances: [{ media_type: 'movie', count: 9, window_days: 7 }] })
    expect((await asBob('GET', '/api/me/request-quotas')).body.allowances[0]).toMatchObject({ count: 2 })
    // What was shown can be sent back as it is.
    const again = await asAdmin('PUT', path, { allowances: first.body.allowances })
    expect(again.body.allowances).toEqual(first.body.allowances)
    const cleared = await asAdmin('PUT', path, { allowances: [{ media_type: 'movie', inherit: true }] })
    expect(cleared.body.allowances.map((one: { source: string }) => one.source)).toEqual(
      Array(5).fill('default'),
    )
    expect(cleared.body.allowances[0]).toMatchObject({ count: 9, remaining: 9, inherit: true })
    await asAdmin('PUT', path, { allowances: [own] })
    const none = await asAdmin('PUT', path, { allowances: [] })
    expect(none.body.allowances[0]).toMatchObject({ count: 9, source: 'default' })
  })

  it('show usage with exact dates, are forgiven by a reset, and keep what happened (1:4.9.6)', async () => {
    const { app, admin, asAdmin, users, asBob, path } = await buildQuotaWorld()
    await asAdmin('PUT', DEFAULTS, { allowances: [{ media_type: 'movie', count: 3, window_days: 1 }] })
    await spend(app, users.bob.user.id, ['603'])
    app.clock.advance(HALF_HOUR)
    await spend(app, users.bob.user.id, ['604', '605'])
    const { body } = await asBob('GET', '/api/me/request-quotas')
    const start = app.clock.now().getTime() + 47 * HALF_HOUR
    const dates = [start, start + HALF_HOUR].map(ms => new Date(ms).toISOString())
    expect(body).toMatchObject({ as_of: app.clock.now().toISOString(), next_change_at: dates[0] })
    expect(body.allowances[0]).toMatchObject({
      used: 3,
      remaining: 0,
      next_replenishes_at: dates[0],
      fully_replenishes_at: dates[1],
    })
    const reset = await asAdmin('POST', `${path}/reset`, { allowances: [{ media_type: 'movie' }] })
    expect(reset.body.allowances[0]).toMatchObject({ used: 0, remaining: 3 })
    expect(reset.body).not.toHaveProperty('next_change_at')
    const { read } = app.database
    expect(await read.selectFrom('request_charges').select('id').execute()).toHaveLength(3)
    expect(await read.selectFrom('requests').select('id').execute()).toHaveLength(2)
    expect(await read.selectFrom('request_quota_resets').selectAll().execute()).toMatchObject([
      { user_id: users.bob.user.id, media_type: 'movie', reset_by: admin.user.id, reset_at: body.as_of },
    ])
  })

  it('exempt admins, and exist for everybody who does', async () => {
    const { admin, asAdmin, asBob, path } = await buildQuotaWorld()
    expect((await asAdmin('GET', '/api/me/request-quotas')).body).toMatchObject({ exempt: true })
    const own = `/api/admin/users/${admin.user.id}/request-quotas`
    expect((await asAdmin('GET', own)).body).toMatchObject({ exempt: true })
    const nobody = '/api/admin/users/4711/request-quotas'
    const allowances = [{ media_type: 'movie', count: 1, window_days: 1 }]
    expect(refusal(await asAdmin('GET', nobody))).toEqual([404, 'not_found'])
    expect(refusal(await asAdmin('PUT', nobody, { allowances }))).toEqual([404, 'not_found'])
    expect(refusal(await asAdmin('POST', `${nobody}/reset`, { allowances }))).toEqual([404, 'not_found'])
    expect(refusal(await asAdmin('PUT', nobody, { allowances: [...allowances, ...allowances] }))).toEqual([
      400,
      'validation',
    ])
    expect(refusal(await asBob('GET', path))).toEqual([403, 'forbidden'])
  })

  it('tell the person and the admins when they change, each once (1/6)', async () => {
    const { app, admin, asAdmin, users, path } = await buildQuotaWorld()
    const url = `http://127.0.0.1:${await listen(app)}`
    const [ears, adminEars] = [
      await openSse(url, users.bob.access_token),
      await openSse(url, admin.access_token),
    ]
    const heard = (listener: typeof ears) =>
      listener.frames.filter(one => one.type === 'request_quota_changed').map(one => one.data)
    await asAdmin('PUT', path, { allowances: [] })
    await asAdmin('PUT', DEFAULTS, { allowances: [{ media_type: 'movie', count: 1, window_days: 1 }] })
    await app.events.publish(null, { type: 'last', data: {} }, { to: 'everyone' })
    await Promise.all([ears.received('last'), adminEars.received('last')])
    expect(heard(ears)).toEqual([{ user_id: users.bob.user.id }, { user_id: users.bob.user.id }])
    // The defaults are everybody's, and admins see the allowances of each.
    const [own, ...ofDefaults] = heard(adminEars)
    expect(own).toEqual({ user_id: users.bob.user.id })
    const people = await app.database.read.selectFrom('users').select('id as user_id').execute()
    expect(ofDefaults).toHaveLength(people.length)
    expect(ofDefaults).toEqual(expect.arrayContaining(people))
    expect(people).toContainEqual({ user_id: admin.user.id })
  })
})

describe('a preview (1:4.6, 1:4.9.7)', () => {
  it('of any medium reserves nothing and says what creating then does, in the same words', async () => {
    const world = await buildWorld(REQUEST_PARTS)
    const { asAdmin, asUma, users } = world
    const books = await addUnansweredInstance(world, 'book_manager', [users.uma])
    const music = await addUnansweredInstance(world, 'music_manager', [users.uma])
    const limits = KEYS.map((key, i) => ({ ...key, count: i === 1 ? 3 : 1, window_days: 7 }))
    await asAdmin('PUT', DEFAULTS, { allowances: limits })
    const foreign_id = '0f3a9c0f-3a9c-0f3a-9c0f-3a9c0f3a9c0f'
    const selections: [Selection, number[]][] = [
      [{ media_type: 'movie', tmdb_id: MOVIE.absent }, [1, 0, 0, 0, 0]],
      [{ media_type: 'movie', tmdb_id: MOVIE.upcoming }, [1, 0, 0, 0, 0]],
      [{ media_type: 'tv', tmdb_id: SHOW.running, season_scope: 'pilot' }, [0, 1, 0, 0, 0]],
      [{ media_type: 'tv', tmdb_id: SHOW.running, season_scope: 'first' }, [0, 0, 0, 0, 0]],
      [{ media_type: 'tv', tmdb_id: SHOW.running, seasons: [2, 1, 2] }, [0, 1, 0, 0, 0]],
      [{ media_type: 'book', foreign_id: 'hc:1', instance_id: books }, [0, 0, 1, 1, 0]],
      [{ media_type: 'book', foreign_id: 'hc:2', book_format: 'ebook', instance_id: books }, [0, 0, 1, 0, 0]],
      [{ media_type: 'music', foreign_id, instance_id: music }, [0, 0, 0, 0, 1]],
    ]
    for (const [selection, cost] of selections) {
      const before = (await asUma('GET', '/api/me/request-quotas')).body
      const preview = await asUma('POST', '/api/requests/preview', selection)
      expect([preview.status, preview.body.allowances.map((one: Units) => one.requested_units)]).toEqual([
        200,
        cost,
      ])
      expect((await asUma('GET', '/api/me/request-quotas')).body).toEqual(before)
      const created = await create(asUma, selection)
      const { fits, earliest_fits_at, reduce_selection, seasons } = preview.body
      expect([selection, created.status]).toEqual([selection, fits ? 201 : 429])
      if (fits) expect(created.body.seasons).toEqual(seasons)
      else expect(created.body).toMatchObject({ earliest_fits_at, reduce_selection })
      const after = (await asUma('GET', '/api/me/request-quotas')).body.allowances
      const spentNow = after.map((one: Units, i: number) => one.used - before.allowances[i].used)
      expect([selection, spentNow]).toEqual([selection, fits ? cost : [0, 0, 0, 0, 0]])
    }
    // 1:4.9.2: what was asked for and still stands is answered again, also when nothing more may be asked for.
    await asAdmin('PUT', DEFAULTS, { allowances: limits.map(limit => ({ ...limit, count: 0 })) })
    await asAdmin('POST', `/api/admin/users/${users.uma.user.id}/request-quotas/reset`, { allowances: KEYS })
    for (const i of [0, 2, 5, 7]) {
      const selection = selections[i]?.[0]
      const { fits, allowances } = (await asUma('POST', '/api/requests/preview', selection)).body
      expect([selection, fits, allowances.map((one: Units) => one.requested_units)]).toEqual([
        selection,
        true,
        [0, 0, 0, 0, 0],
      ])
      expect((await asUma('POST', '/api/requests', selection)).status).toBe(200)
    }
    const more = await asUma('POST', '/api/requests/preview', {
      ...selections[0]?.[0],
      tmdb_id: MOVIE.upcoming,
    })
    expect(more.body.fits).toBe(false)
  })

  it('of more than the whole limit says so; creating it answers exactly the printed 429', async () => {
    const { asAdmin, asUma, app } = await buildWorld(REQUEST_PARTS)
    await asAdmin('PUT', DEFAULTS, { allowances: [{ media_type: 'tv', count: 1, window_days: 7 }] })
    const selection: Selection = { media_type: 'tv', tmdb_id: SHOW.running, seasons: [1, 2] }
    const preview = (await asUma('POST', '/api/requests/preview', selection)).body
    expect(preview).toMatchObject({ exempt: false, fits: false, reduce_selection: true, seasons: [1, 2] })
    expect(preview).not.toHaveProperty('earliest_fits_at')
    expect(preview.allowances[1]).toMatchObject({
      media_type: 'tv',
      requested_units: 2,
      used: 0,
      remaining: 1,
    })
    const refused = await create(asUma, selection)
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        code: 'request_quota_exceeded',
        error: expect.any(String),
        allowances: [
          {
            media_type: 'tv',
            count: 1,
            window_days: 7,
            source: 'default',
            used: 0,
            remaining: 1,
            requested_units: 2,
          },
        ],
        requested_units: 2,
        reduce_selection: true,
      },
    ])
    expect(refused.headers).not.toHaveProperty('retry-after')
    await create(asUma, { ...selection, seasons: [1] })
    const later = new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString()
    const next = await create(asUma, { ...selection, seasons: [2] })
    expect([next.status, next.body]).toMatchObject([
      429,
      { earliest_fits_at: later, reduce_selection: false },
    ])
  })

  it('and a request on behalf of somebody go by that person’s allowances (1:4.9.1)', async () => {
    const { asAdmin, asUma, users } = await buildWorld(REQUEST_PARTS)
    await asAdmin('PUT', DEFAULTS, { allowances: [{ media_type: 'movie', count: 1, window_days: 7 }] })
    const on_behalf_of = users.uma.user.id
    const ask = (tmdb_id: number) => ({ media_type: 'movie', tmdb_id, on_behalf_of }) as const
    expect((await create(asAdmin, ask(MOVIE.absent))).status).toBe(201)
    expect([await spent(asUma, 'movie'), await spent(asAdmin, 'movie')]).toEqual([1, 0])
    expect((await asAdmin('POST', '/api/requests/preview', ask(MOVIE.upcoming))).body).toMatchObject({
      exempt: false,
      fits: false,
    })
    expect(refusal(await create(asAdmin, ask(MOVIE.upcoming)))).toEqual([429, 'request_quota_exceeded'])
    const own = { media_type: 'movie', tmdb_id: MOVIE.upcoming } as const
    expect((await asAdmin('POST', '/api/requests/preview', own)).body).toMatchObject({
      exempt: true,
      fits: true,
    })
    expect((await create(asAdmin, own)).status).toBe(201)
    expect(await spent(asAdmin, 'movie')).toBe(1)
  })
})

type Units = { requested_units: number; used: number }
