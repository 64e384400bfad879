import { MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { refusal } from '#test/calls.ts'
import { describeEachEngine } from '#test/engines.ts'
import { create, REQUEST_PARTS, spent } from '#test/request-calls.ts'
import { listenTo } from '#test/request-events.ts'
import { buildWorld, type WorldParts } from '#test/world.ts'

const ABSENT = { media_type: 'movie', tmdb_id: MOVIE.absent } as const
const SECONDS = 5
const LATER = SECONDS * 1000

async function buildWithPendingRequest(options: Pick<WorldParts, 'engine' | 'overrides'> = {}) {
  const world = await buildWorld({ ...REQUEST_PARTS, ...options })
  await world.asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
  const { request_id: id } = (await create(world.asUma, ABSENT)).body
  const path = (action: string) => `/api/admin/requests/${id}/${action}`
  return {
    ...world,
    id,
    approve: (body: object = { delay_seconds: SECONDS }) => world.asAdmin('POST', path('approve'), body),
    deny: (body: object = { delay_seconds: SECONDS, reason: 'No space' }) =>
      world.asAdmin('POST', path('deny'), body),
    undo: () => world.asAdmin('POST', path('undo')),
    queue: async () => (await world.asAdmin('GET', '/api/admin/requests')).body,
    own: async () => (await world.asUma('GET', '/api/requests')).body[0],
    async pass(ms: number) {
      world.app.clock.advance(ms)
      await world.settle()
    },
  }
}

describe('a decision with a delay (1:4.7)', () => {
  it('leaves the request pending for everybody until it is due; the queue says what is about to happen', async () => {
    const { app, admin, users, id, approve, queue, own, pass, radarr } = await buildWithPendingRequest()
    const heard = listenTo(app, { uma: users.uma, admin })
    const answer = await approve()
    const decision_due_at = new Date(app.clock.now().getTime() + LATER).toISOString()
    expect(answer).toMatchObject({
      status: 200,
      body: { request_id: id, status: 'pending', decision_due_at },
    })
    expect(await queue()).toMatchObject([{ id, decision_due_at, decision_due: 'approved' }])
    expect(await own()).toMatchObject({ status: 'pending', delivery: [{ state: 'approval' }] })
    expect(await own()).not.toHaveProperty('decided_at')
    expect(heard.of('uma', 'request_decision')).toEqual([])
    await pass(LATER - 1)
    expect(radarr.movie(MOVIE.absent)).toBeUndefined()
    await pass(1)
    expect(await queue()).toEqual([])
    expect(await own()).toMatchObject({ status: 'requested', delivery: [{ state: 'complete' }] })
    expect(heard.of('uma', 'request_decision')).toMatchObject([{ request_id: id, decision: 'approved' }])
    expect(radarr.movie(MOVIE.absent)).toMatchObject({ monitored: true })
  })

  it('is taken back until then, and not afterwards', async () => {
    const { approve, deny, undo, queue, own, pass, asAdmin, asUma } = await buildWithPendingRequest()
    expect(refusal(await undo())).toEqual([409, 'nothing_to_undo'])
    await deny()
    expect(await queue()).toMatchObject([{ decision_due: 'denied' }])
    expect(await undo()).toMatchObject({ status: 200, body: { status: 'pending' } })
    expect((await queue())[0]).not.toHaveProperty('decision_due_at')
    await pass(LATER * 2)
    expect(await own()).toMatchObject({ status: 'pending' })
    expect(await spent(asUma, 'movie')).toBe(1)
    await approve()
    await pass(LATER)
    expect(refusal(await undo())).toEqual([409, 'nothing_to_undo'])
    expect(refusal(await asAdmin('POST', '/api/admin/requests/999/undo'))).toEqual([404, 'not_found'])
    expect(refusal(await asUma('POST', '/api/admin/requests/1/undo'))).toEqual([403, 'forbidden'])
  })

  it('is denied when due, with its reason and its refund', async () => {
    const { deny, own, pass, asUma } = await buildWithPendingRequest()
    expect((await deny()).body).toEqual({ success: true, decision_due_at: expect.any(String) })
    await pass(LATER)
    expect(await own()).toMatchObject({ status: 'denied', deny_reason: 'No space' })
    expect(await spent(asUma, 'movie')).toBe(0)
  })

  it('gives way to a decision that is made at once, and to a later one', async () => {
    const { approve, deny, own, queue, pass, id } = await buildWithPendingRequest()
    await approve()
    await deny({ delay_seconds: 30 })
    await pass(LATER)
    expect(await queue()).toMatchObject([{ id, decision_due: 'denied' }])
    expect((await approve({})).status).toBe(200)
    await pass(30_000)
    expect(await own()).toMatchObject({ status: 'requested' })
  })

  it('takes 0 to 30 seconds, 0 without saying so, and is refused at once for what would refuse it', async () => {
    const { approve, deny, own } = await buildWithPendingRequest()
    for (const delay_seconds of [-1, 31, 1.5, '5'])
      expect(refusal(await approve({ delay_seconds }))).toEqual([400, 'validation'])
    expect((await approve({ delay_seconds: 0 })).body).not.toHaveProperty('decision_due_at')
    expect(await own()).toMatchObject({ decided_at: expect.any(String) })
    expect(refusal(await deny())).toEqual([400, 'not_pending'])
  })

  it('is judged again when it is due: a withdrawn request, an admin no more, an allowance that is spent', async () => {
    const { approve, pass, queue, asAdmin, asUma, id, users, app, admin } = await buildWithPendingRequest()
    await approve()
    await asUma('POST', `/api/requests/${id}/delivery`, { action: 'cancel' })
    await pass(LATER)
    expect((await asUma('GET', '/api/requests')).body[0]).toMatchObject({
      delivery: [{ state: 'cancelled' }],
    })

    // An addition that fits now and not any more when it is due.
    const show = { media_type: 'tv' as const, tmdb_id: SHOW.with_specials, seasons: [1] }
    const { request_id } = (await create(asUma, show)).body
    const allowances = [{ media_type: 'tv', count: 2, window_days: 7 }]
    await asAdmin('PUT', '/api/admin/request-quotas', { allowances })
    const path = `/api/admin/requests/${request_id}/approve`
    const body = { seasons: [1, 2], delay_seconds: SECONDS }
    expect((await asAdmin('POST', path, body)).status).toBe(200)
    await create(asUma, { ...show, seasons: [3] })
    await pass(LATER)
    const failed = (await queue()).find((row: { id: number }) => row.id === request_id)
    expect(failed).toMatchObject({ decision_failed: 'request_quota_exceeded', seasons: [1] })
    expect(failed).not.toHaveProperty('decision_due_at')

    // Whoever decided is an admin no more.
    await asAdmin('POST', path, { delay_seconds: SECONDS })
    await app.database.transaction(async tx => {
      await tx.updateTable('users').set({ role: 'admin' }).where('id', '=', users.uma.user.id).execute()
      await tx.updateTable('users').set({ role: 'user' }).where('id', '=', admin.user.id).execute()
    })
    await pass(LATER)
    const rows = (await asUma('GET', '/api/admin/requests')).body
    expect(rows.find((row: { id: number }) => row.id === request_id)).toMatchObject({
      decision_failed: 'forbidden',
    })
  })
})

describe('what a decision with a delay needs of others', () => {
  it('is nothing for its answer: it says what is saved, and asks no library for that', async () => {
    const { approve, undo, radarr, pass } = await buildWithPendingRequest()
    // What was read for the request is old by now.
    await pass(60_000)
    radarr.journal.clear()
    expect(await approve()).toMatchObject({ status: 200, body: { status: 'pending' } })
    expect(await undo()).toMatchObject({ status: 200, body: { status: 'pending' } })
    expect(radarr.journal.requests('GET /api/v3/movie')).toEqual([])
  })

  it('was read when it was sent: other seasons are approved though no provider answers when it is due', async () => {
    const { asAdmin, asUma, app, tmdb, trakt, settle } = await buildWithPendingRequest()
    const show = { media_type: 'tv' as const, tmdb_id: SHOW.with_specials, seasons: [1] }
    const { request_id } = (await create(asUma, show)).body
    const body = { seasons: [1, 2], delay_seconds: SECONDS }
    expect((await asAdmin('POST', `/api/admin/requests/${request_id}/approve`, body)).status).toBe(200)
    for (const away of [tmdb, trakt]) away.faults.always('* *', status(503))
    // As after a night in which Foyer did not run.
    app.clock.advance(12 * 3_600_000)
    await settle()
    const row = await app.database.read
      .selectFrom('requests')
      .select(['decision', 'seasons'])
      .where('id', '=', request_id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ decision: 'approved', seasons: '[1,2]' })
  })
})

describe('a decision with a delay whose request ends before', () => {
  it('is forgotten with a cancel, its job too', async () => {
    const { approve, asUma, app, id } = await buildWithPendingRequest()
    const left = async () => [
      await app.database.read.selectFrom('request_decisions').selectAll().execute(),
      await app.database.read
        .selectFrom('jobs')
        .select('name')
        .where('name', '=', 'apply-request-decision')
        .execute(),
    ]
    await approve()
    expect(await left()).toMatchObject([[{ request_id: id }], [{}]])
    await asUma('POST', `/api/requests/${id}/delivery`, { action: 'cancel' })
    expect(await left()).toEqual([[], []])
  })

  it('tells admins the state that its delivery is in', async () => {
    const { approve, undo, app, admin, id, pass } = await buildWithPendingRequest()
    const heard = listenTo(app, { admin })
    const states = () => heard.of('admin', 'request_updated').map(one => one['delivery_state'])
    await approve()
    await undo()
    expect(states()).toEqual(['approval', 'approval'])
    await approve()
    // Over without this page or its decision knowing of it.
    await app.database.transaction(async tx => {
      await tx.updateTable('requests').set({ decision: 'cancelled' }).where('id', '=', id).execute()
      await tx
        .updateTable('request_deliveries')
        .set({ state: 'cancelled' })
        .where('request_id', '=', id)
        .execute()
    })
    await pass(LATER)
    expect(heard.of('admin', 'request_updated').at(-1)).toMatchObject({
      request_id: id,
      tmdb_id: MOVIE.absent,
      delivery_state: 'cancelled',
    })
  })
})

describeEachEngine('a decision with a delay', (_open, engine) => {
  it('is kept, undone and made on either engine', async () => {
    const { approve, undo, own, pass } = await buildWithPendingRequest({ engine })
    await approve()
    expect((await undo()).status).toBe(200)
    await approve()
    await pass(LATER)
    expect(await own()).toMatchObject({ status: 'requested', delivery: [{ state: 'complete' }] })
  })
})
