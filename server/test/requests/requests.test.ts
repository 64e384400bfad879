import { dropBefore, MOVIE, stockFixtures } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { refusal } from '#test/calls.ts'
import { addUnansweredInstance, create, REQUEST_PARTS, spent } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

const UUID = '0f6a2f3a-6f0e-4a53-9f63-2d1b2b3c4d5e'

describe('asking for a movie (1:4.6, 1:4.8)', () => {
  it('saves, delivers at once, and asked twice is the same receipt (C4, 1/4.6)', async () => {
    const { asUma, radarr, instance_ids, addUser, app } = await buildWorld(REQUEST_PARTS)
    const wish = { media_type: 'movie', tmdb_id: MOVIE.absent } as const
    const answer = await create(asUma, wish)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      success: true,
      request_id: 1,
      status: 'requested',
      title: 'Nobody Ordered the Soup',
      media_type: 'movie',
      instance_id: instance_ids.movies,
      status_known: true,
      delivery: [
        {
          request_id: 1,
          state: 'complete',
          attempts: 1,
          last_attempt_at: expect.any(String),
          code: 'requested',
          message: expect.any(String),
          can_manage: true,
          can_cancel: false,
        },
      ],
    })
    expect(radarr.movie(MOVIE.absent)).toMatchObject({ monitored: true })
    const again = await create(asUma, { ...wish, title: 'Another name for it' })
    expect([again.status, again.body.request_id, again.body.title]).toEqual([
      200,
      1,
      'Nobody Ordered the Soup',
    ])
    expect(await spent(asUma, 'movie')).toBe(1)

    // Somebody else's is their own row; neither sees the other's.
    const { call: asBob } = await addUser('bob')
    expect((await create(asBob, { ...wish, title: 'Soup' })).body).toMatchObject({
      request_id: 2,
      title: 'Nobody Ordered the Soup',
    })
    expect((await asBob('GET', '/api/requests')).body).toHaveLength(1)
    expect(refusal(await asBob('GET', '/api/requests/delivery-status?request_id=1'))).toEqual([
      404,
      'not_found',
    ])
    expect(refusal(await asBob('POST', '/api/requests/1/delivery', { action: 'cancel' }))).toEqual([
      404,
      'not_found',
    ])

    // 1/3: delivered and gone since, it may be asked for again.
    radarr.deleteMovie(radarr.movie(MOVIE.absent)?.id ?? 0)
    app.clock.advance(16_000)
    const [row] = (await asUma('GET', '/api/requests')).body
    expect([row.status, row.status_known]).toEqual(['unavailable', true])
    expect((await create(asUma, wish)).body.request_id).toBe(3)
    expect(await spent(asUma, 'movie')).toBe(1)
  })

  it('that is there is complete without a charge or an approval (1/4.6, 1/4.8)', async () => {
    const world = await buildWorld(REQUEST_PARTS)
    const { asUma, asAdmin } = world
    stockFixtures(world)
    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    const answer = await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.with_file })
    expect([answer.status, answer.body.status, answer.body.delivery[0]]).toMatchObject([
      201,
      'available',
      { state: 'complete', code: 'available', attempts: 0 },
    ])
    expect(await spent(asUma, 'movie')).toBe(0)
    expect((await asAdmin('GET', '/api/admin/requests')).body).toEqual([])
    const [row] = (await asUma('GET', '/api/requests')).body
    expect(row).toMatchObject({ status: 'available', status_known: true })
    // Saved-only reads never tell of files (1:4.6).
    const saved = await asUma('GET', '/api/requests/delivery-status?request_id=1&include_live=false')
    expect(saved.body).toMatchObject({ status: 'requested', status_known: false })
    expect(saved.body).not.toHaveProperty('status_unknown_reason')
    const live = await asUma('GET', '/api/requests/delivery-status?request_id=1')
    expect(live.body).toMatchObject({ status: 'available', status_known: true })
    expect(
      refusal(await asUma('GET', '/api/requests/delivery-status?request_id=1&include_live=yes')),
    ).toEqual([400, 'validation'])
  })

  it('keeps what a silent library was asked for, and says what is not known (1:4.8.2)', async () => {
    const { asUma, asAdmin, radarr, app, settle } = await buildWorld(REQUEST_PARTS)
    radarr.faults.always('* /api/v3/*', dropBefore())
    const answer = await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.absent })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      status: 'requested',
      status_known: false,
      status_unknown_reason: 'library_unavailable',
      delivery: [{ state: 'retry', attempts: 1, park_reason: 'delivery', code: 'service_unavailable' }],
    })
    const [waiting] = (await asAdmin('GET', '/api/admin/requests/waiting')).body
    expect(waiting).toMatchObject({
      id: 1,
      request_id: 1,
      username: 'uma',
      park_reason: 'delivery',
      wait_reason: expect.any(String),
      last_attempt_at: expect.any(String),
      requester_count: 1,
      delivery: [{ state: 'retry' }],
    })
    // Requests that the server retries itself are not approvals (1:4.7).
    expect((await asAdmin('GET', '/api/admin/requests')).body).toEqual([])
    radarr.faults.clear()
    app.clock.advance(600_000)
    await settle()
    expect(radarr.movies()).toHaveLength(1)
    expect((await asAdmin('GET', '/api/admin/requests/waiting')).body).toEqual([])
    expect(await spent(asUma, 'movie')).toBe(1)
  })

  it('is refused in the order of 0.3, with the codes of 0.6 and 1/4.6', async () => {
    const { asUma, asAdmin, addUser, app, users, instance_ids } = await buildWorld(REQUEST_PARTS)
    const movie = { media_type: 'movie', tmdb_id: MOVIE.absent } as const
    // C17: the library before the rest.
    expect(refusal(await create(asUma, { media_type: 'movie', instance_id: 'in_other' }))).toEqual([
      403,
      'instance_forbidden',
    ])
    expect(refusal(await create(asUma, { ...movie, instance_id: instance_ids.series }))).toEqual([
      403,
      'instance_forbidden',
    ])
    expect(refusal(await create(asAdmin, { ...movie, instance_id: 'in_other' }))).toEqual([
      404,
      'instance_not_found',
    ])
    const none = await create(asUma, { media_type: 'movie' })
    expect([...refusal(none), Object.keys(none.body.fields)]).toEqual([400, 'validation', ['tmdb_id']])
    expect(refusal(await asUma('POST', '/api/requests', { media_type: 'game', tmdb_id: 1 }))).toEqual([
      400,
      'validation',
    ])
    expect(refusal(await create(asUma, { ...movie, quality_profile_id: 1 }))).toEqual([
      403,
      'choice_not_allowed',
    ])
    expect(refusal(await create(asUma, { media_type: 'book', foreign_id: '1' }))).toEqual([403, 'no_grant'])
    expect(refusal(await create(asAdmin, { media_type: 'book', foreign_id: '1' }))).toEqual([
      404,
      'no_instance',
    ])
    expect(refusal(await create(asUma, { media_type: 'music', foreign_id: UUID }))).toEqual([403, 'no_grant'])
    // C17: the library that is not theirs comes before anything that is wrong with the rest.
    const odd = { foreign_id: 5, book_format: 'pdf', season_scope: 'some', seasons: 'all' }
    for (const path of ['/api/requests', '/api/requests/preview']) {
      expect(refusal(await asUma('POST', path, { media_type: 'book', ...odd }))).toEqual([403, 'no_grant'])
      const wrong = await asUma('POST', path, { ...movie, ...odd })
      expect([wrong.status, wrong.body]).toEqual([
        400,
        {
          code: 'validation',
          error: 'foreign_id: This must be text.',
          fields: {
            foreign_id: 'This must be text.',
            book_format: 'Use one of: ebook, audiobook, both.',
            season_scope: 'Use one of: all, first, latest, pilot.',
            seasons: 'This must be a list.',
          },
        },
      ])
    }
    const titled = (media_type: string) => `/api/requests/options?media_type=${media_type}&tmdb_id=x`
    expect(refusal(await asUma('GET', titled('book')))).toEqual([403, 'no_grant'])
    expect((await asUma('GET', titled('movie'))).body).toEqual({
      code: 'validation',
      error: 'tmdb_id: Use a positive whole number.',
      fields: { tmdb_id: 'Use a positive whole number.' },
    })

    // 410 without anybody being asked; the body is printed with exactly these keys.
    const retired = await create(asUma, { media_type: 'book', catalog_ref: { provider: 'x', id: '1' } })
    expect(retired.status).toBe(410)
    expect(Object.keys(retired.body).sort()).toEqual(['code', 'error', 'message', 'search_path'])
    expect([retired.body.code, retired.body.search_path]).toEqual(['catalog_retired', '/dashboard/books'])
    const books = await addUnansweredInstance({ app, asAdmin }, 'book_manager', [users.uma])
    const { call: asBob, session: bob } = await addUser('bob')
    const there = { media_type: 'book', catalog_ref: { provider: 'x', id: '1' }, instance_id: books } as const
    expect(refusal(await create(asUma, there))).toEqual([410, 'catalog_retired'])
    expect(refusal(await create(asBob, there))).toEqual([403, 'instance_forbidden'])

    // On behalf of somebody: admins only, and by that person's rules.
    expect(refusal(await create(asUma, { ...movie, on_behalf_of: bob.user.id }))).toEqual([403, 'forbidden'])
    expect(refusal(await create(asAdmin, { ...movie, on_behalf_of: 999 }))).toEqual([404, 'not_found'])
    expect(
      refusal(await create(asAdmin, { ...movie, on_behalf_of: bob.user.id, quality_profile_id: 1 })),
    ).toEqual([403, 'choice_not_allowed'])
    expect(refusal(await create(asAdmin, { ...there, on_behalf_of: bob.user.id }))).toEqual([
      403,
      'instance_forbidden',
    ])
    expect((await create(asAdmin, { ...movie, on_behalf_of: bob.user.id })).status).toBe(201)
    expect((await asBob('GET', '/api/requests')).body).toHaveLength(1)
    expect([await spent(asBob, 'movie'), await spent(asAdmin, 'movie')]).toEqual([1, 0])
    expect(
      (await app.database.read.selectFrom('requests').select(['user_id', 'made_by']).execute())[0],
    ).toEqual({
      user_id: bob.user.id,
      made_by: 1,
    })
  })
})

describe('where there is no library', () => {
  it('a movie or show cannot be asked for, by anybody (0.6)', async () => {
    const { asUma, asAdmin, instance_ids } = await buildWorld(REQUEST_PARTS)
    for (const id of [instance_ids.movies, instance_ids.series])
      await asAdmin('DELETE', `/api/admin/instances/${id}`)
    for (const as of [asUma, asAdmin]) {
      for (const path of ['/api/requests', '/api/requests/preview']) {
        const answer = await as('POST', path, { media_type: 'movie', tmdb_id: MOVIE.absent })
        expect(refusal(answer)).toEqual([409, 'no_instance'])
      }
    }
  })
})
