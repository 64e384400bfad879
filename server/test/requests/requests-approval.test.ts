import { MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { refusal } from '#test/calls.ts'
import { create, REQUEST_PARTS, spent } from '#test/request-calls.ts'
import { listenTo } from '#test/request-events.ts'
import { buildWorld } from '#test/world.ts'

const HARBOUR = { media_type: 'tv', tmdb_id: SHOW.harbour_nine } as const
/** Three seasons with episodes, an announced one, and specials that nobody counts. */
const CHRISTMAS = { media_type: 'tv', tmdb_id: SHOW.with_specials } as const

async function buildWithApproval() {
  const world = await buildWorld(REQUEST_PARTS)
  await world.asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
  return world
}

describe('asking for a show (1:4.6)', () => {
  it('is by scope or by seasons, charged per season, and identical only by the same seasons', async () => {
    const { asUma, asAdmin, instance_ids, catalogue, sonarr, settle, app } = await buildWorld(REQUEST_PARTS)
    const all = await asUma('POST', '/api/requests/preview', CHRISTMAS)
    expect(all.body).toMatchObject({ fits: true, seasons: [1, 2, 3, 4], reduce_selection: false })
    expect(all.body.allowances[1]).toMatchObject({ media_type: 'tv', requested_units: 4 })
    expect(await spent(asUma, 'tv')).toBe(0)
    expect(refusal(await create(asUma, { ...CHRISTMAS, seasons: [1, 9] }))).toEqual([400, 'validation'])
    const latest = await create(asUma, { ...CHRISTMAS, season_scope: 'latest' })
    expect(latest.status).toBe(201)
    expect(latest.body).toMatchObject({
      status: 'requested',
      instance_id: instance_ids.series,
      seasons: [3],
      title: 'Understairs at Christmas',
      match: { tmdb_id: SHOW.with_specials, state: 'resolved' },
      delivery: [{ state: 'queued', attempts: 0, next_attempt_at: expect.any(String) }],
    })
    const same = await create(asUma, { ...CHRISTMAS, seasons: [3] })
    expect([same.status, same.body.request_id]).toEqual([200, latest.body.request_id])
    // Another selection is another request; a season that is paid for is not paid again (1:4.9.2).
    const more = await create(asUma, { ...CHRISTMAS, seasons: [2, 3] })
    expect([more.status, await spent(asUma, 'tv')]).toEqual([201, 2])
    await settle()
    // The manager looks its new series up before more can be asked of it.
    app.clock.advance(600_000)
    await settle()
    const tvdb_id = catalogue.show(SHOW.with_specials)?.tvdb_id ?? 0
    expect(sonarr.series().map(one => one.tvdb_id)).toEqual([tvdb_id])
    const rows = (await asUma('GET', '/api/requests')).body
    expect(rows.map((row: { seasons: number[] }) => row.seasons)).toEqual([[2, 3], [3]])
    expect(rows[0]).toMatchObject({
      status: 'requested',
      status_known: true,
      delivery: [{ state: 'complete' }],
    })

    // What may not be chosen is not chosen (1/4.6).
    await asAdmin('PUT', '/api/admin/request-settings', { allow_season_choice: false })
    expect(refusal(await create(asUma, { ...HARBOUR, seasons: [1] }))).toEqual([403, 'choice_not_allowed'])
    expect(refusal(await asUma('POST', '/api/requests/preview', { ...HARBOUR, seasons: [1] }))).toEqual([
      403,
      'choice_not_allowed',
    ])
    expect((await create(asUma, HARBOUR)).body.seasons).toEqual([1])
  })

  it('that is there in part costs what is missing', async () => {
    const { asUma, catalogue, sonarr } = await buildWorld(REQUEST_PARTS)
    const tvdb_id = catalogue.show(SHOW.mature)?.tvdb_id ?? 0
    sonarr.addSeries(tvdb_id, { files: [1] })
    const wish = { media_type: 'tv', tmdb_id: SHOW.mature } as const
    const preview = await asUma('POST', '/api/requests/preview', wish)
    expect(preview.body.allowances[1].requested_units).toBe(1)
    const first = await create(asUma, { ...wish, season_scope: 'first' })
    expect(first.body).toMatchObject({ status: 'available', delivery: [{ state: 'complete' }] })
    expect((await create(asUma, wish)).body).toMatchObject({ seasons: [1, 2], status: 'requested' })
    expect(await spent(asUma, 'tv')).toBe(1)
  })
})

describe('approval (1:4.7)', () => {
  it('is asked for, given and recorded before delivery, and each side hears of it', async () => {
    const { asUma, asAdmin, app, users, admin, radarr, settle, instance_ids } = await buildWithApproval()
    const heard = listenTo(app, { uma: users.uma, admin })
    const asked = await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.absent })
    expect(asked.body).toMatchObject({
      status: 'pending',
      status_known: true,
      delivery: [{ state: 'approval', message: 'Waiting for approval', can_manage: true, can_cancel: true }],
    })
    expect(radarr.movies()).toEqual([])
    const [row] = (await asAdmin('GET', '/api/admin/requests')).body
    expect(row).toEqual({
      id: 1,
      request_id: 1,
      user_id: users.uma.user.id,
      username: 'uma',
      media_type: 'movie',
      tmdb_id: MOVIE.absent,
      title: 'Nobody Ordered the Soup',
      poster_path: expect.stringMatching(/^\//),
      instance_id: instance_ids.movies,
      instance_name: 'Movies',
      requester_count: 1,
      requested_at: expect.any(String),
    })
    // An admin's own skips it (1/4.7).
    expect((await create(asAdmin, { media_type: 'movie', tmdb_id: MOVIE.in_cinemas })).body.status).toBe(
      'requested',
    )
    const approved = await asAdmin('POST', '/api/admin/requests/1/approve', {})
    // As it was decided, by a library that could be asked (1:4.6).
    expect([approved.status, approved.body]).toMatchObject([
      200,
      { status: 'requested', status_known: true, delivery: [{ state: 'queued', attempts: 0 }] },
    ])
    expect(refusal(await asAdmin('POST', '/api/admin/requests/1/approve', {}))).toEqual([400, 'not_pending'])
    expect(refusal(await asAdmin('POST', '/api/admin/requests/1/deny', {}))).toEqual([400, 'not_pending'])
    expect(refusal(await asAdmin('POST', '/api/admin/requests/99/approve', {}))).toEqual([404, 'not_found'])
    expect(refusal(await asAdmin('POST', '/api/admin/requests/1/wait'))).toEqual([400, 'not_waiting'])
    await settle()
    expect(radarr.movie(MOVIE.absent)).toMatchObject({ monitored: true })

    expect(heard.of('admin', 'request_pending')).toEqual([
      {
        request_id: 1,
        user_id: users.uma.user.id,
        username: 'uma',
        media_type: 'movie',
        title: 'Nobody Ordered the Soup',
        pending_count: 1,
      },
    ])
    expect(heard.of('uma', 'request_pending')).toEqual([])
    expect(heard.of('uma', 'request_decision')).toEqual([
      { request_id: 1, decision: 'approved', media_type: 'movie', title: 'Nobody Ordered the Soup' },
    ])
    const states = heard.of('uma', 'request_updated').map(data => data['delivery_state'])
    expect([states[0], states[1], states.at(-1)]).toEqual(['approval', 'queued', 'complete'])
    const { requests } = (await asAdmin('GET', `/api/admin/requests/history?user_id=${users.uma.user.id}`))
      .body
    expect(requests).toMatchObject([
      { id: 1, decision: 'approved', decided_by: 'ana', decided_at: expect.any(String), status: 'requested' },
    ])

    // The badge counts what waits, however it came about: two more, one of them decided, another.
    radarr.addMovie(MOVIE.requested)
    app.clock.advance(16_000)
    // It waits for approval, whatever the library says of the movie (1/4.6).
    const wanted = await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.requested })
    expect(wanted.body).toMatchObject({ status: 'pending', delivery: [{ state: 'approval' }] })
    await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.no_poster })
    await asAdmin('POST', '/api/admin/requests/3/deny', {})
    await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.unmonitored })
    const counts = heard.of('admin', 'request_pending').map(data => data['pending_count'])
    expect(counts).toEqual([1, 1, 2, 2])
  })

  it('denied gives the units back and says why (1:4.9.4)', async () => {
    const { asUma, asAdmin } = await buildWithApproval()
    const wish = { media_type: 'movie', tmdb_id: MOVIE.absent } as const
    await create(asUma, wish)
    expect(await spent(asUma, 'movie')).toBe(1)
    const reason = 'We have it on the shelf.'
    const denied = await asAdmin('POST', '/api/admin/requests/1/deny', { reason })
    expect([denied.status, denied.body]).toEqual([200, { success: true }])
    expect(await spent(asUma, 'movie')).toBe(0)
    const [row] = (await asUma('GET', '/api/requests')).body
    expect(row).toMatchObject({ status: 'denied', deny_reason: reason, delivery: [{ state: 'cancelled' }] })
    expect(refusal(await asUma('POST', '/api/requests/1/delivery', { action: 'cancel' }))).toEqual([
      409,
      'invalid_delivery_state',
    ])
    expect((await create(asUma, wish)).status).toBe(201)
    expect(
      refusal(await asAdmin('POST', '/api/admin/requests/2/deny', { reason: 'x'.repeat(1025) })),
    ).toEqual([400, 'validation'])

    // Cancelled while it waited: no decision is left to make, and the title may be asked for again (C5).
    const cancelled = await asUma('POST', '/api/requests/2/delivery', { action: 'cancel' })
    expect(cancelled.body).toMatchObject({
      status: 'unavailable',
      delivery: [{ state: 'cancelled', message: 'Cancelled' }],
    })
    expect((await asAdmin('GET', '/api/admin/requests')).body).toEqual([])
    expect(await spent(asUma, 'movie')).toBe(0)
    expect((await create(asUma, wish)).body).toMatchObject({ request_id: 3, status: 'pending' })
    const page = (await asAdmin('GET', '/api/admin/requests/history?decision=cancelled&q=SOUP')).body
    expect(page.requests.map((one: { id: number }) => one.id)).toEqual([2])
    expect(page.requesters).toEqual([{ user_id: 2, username: 'uma' }])
    const first = (await asAdmin('GET', '/api/admin/requests/history?limit=2')).body
    expect([first.requests.length, first.next_before]).toEqual([2, 2])
    const rest = (await asAdmin('GET', '/api/admin/requests/history?limit=2&before=2')).body
    expect(rest.requests.map((one: { id: number }) => one.id)).toEqual([1])
    expect(rest).not.toHaveProperty('next_before')
  })

  it('of a show with other seasons charges whoever asked, all or nothing (1:4.9.1)', async () => {
    const { asUma, asAdmin, users, app, catalogue } = await buildWithApproval()
    await create(asUma, { ...CHRISTMAS, seasons: [1], tvdb_id: 1 })
    // The id that was sent is a hint, and goes for nothing (1/4.6).
    const tvdb_id = catalogue.show(SHOW.with_specials)?.tvdb_id
    expect((await asAdmin('GET', '/api/admin/requests')).body).toMatchObject([{ seasons: [1], tvdb_id }])
    const allowances = [{ media_type: 'tv', count: 2, window_days: 7 }]
    await asAdmin('PUT', `/api/admin/users/${users.uma.user.id}/request-quotas`, { allowances })
    const over = await asAdmin('POST', '/api/admin/requests/1/approve', { seasons: [1, 2, 3] })
    expect(refusal(over)).toEqual([429, 'request_quota_exceeded'])
    expect([over.body.requested_units, over.headers['retry-after']]).toEqual([2, undefined])
    expect(await spent(asUma, 'tv')).toBe(1)
    expect((await asAdmin('GET', '/api/admin/requests')).body).toMatchObject([{ seasons: [1] }])
    expect(refusal(await asAdmin('POST', '/api/admin/requests/1/approve', { seasons: [7] }))).toEqual([
      400,
      'validation',
    ])
    const changed = await asAdmin('POST', '/api/admin/requests/1/approve', { seasons: [2, 3] })
    expect(changed.body).toMatchObject({ seasons: [2, 3], delivery: [{ state: 'queued' }] })
    expect(await spent(asUma, 'tv')).toBe(2)

    // 1:4.8.2: the match that a request was accepted with must still hold.
    await asAdmin('PUT', `/api/admin/users/${users.uma.user.id}/request-quotas`, { allowances: [] })
    await create(asUma, HARBOUR)
    const path = `/api/admin/tv-matches/${SHOW.harbour_nine}`
    const { match } = (await asAdmin('GET', path)).body
    expect((await asAdmin('PUT', path, { revision: match.revision, mode: 'paused' })).status).toBe(200)
    expect(refusal(await asAdmin('POST', '/api/admin/requests/2/approve', {}))).toEqual([
      409,
      'tv_match_changed',
    ])
    // Whoever names the seasons has looked again (C13: a paused match waits for attention).
    const looked = await asAdmin('POST', '/api/admin/requests/2/approve', { season_scope: 'all' })
    expect([looked.status, looked.body.match.state]).toEqual([200, 'paused'])
    await app.jobs.settle()
    const [stuck] = (await asAdmin('GET', '/api/admin/requests/waiting')).body
    expect(stuck).toMatchObject({
      id: 2,
      park_reason: 'delivery',
      add_failure_reason: expect.any(String),
      delivery: [{ state: 'attention', code: 'tv_match_paused' }],
    })
    const retried = await asUma('POST', '/api/requests/2/delivery', { action: 'retry' })
    expect(retried.body.delivery).toMatchObject([{ attempts: 0 }])
  })
})
