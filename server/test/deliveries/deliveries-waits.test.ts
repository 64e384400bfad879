import { sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import { describe, expect, it } from 'vitest'
import type { Courier, CourierOutcome, CourierRun } from '#features/deliveries/couriers/courier.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { buildWithCouriers, charges, courierOf, gate, openDeliveryProcess } from '#test/delivery-process.ts'
import { createTestClock } from '#test/test-clock.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { MOVIES } from '#test/build-deliveries.ts'

describe('waits', () => {
  const waiting: CourierOutcome = {
    wait: 'author_import',
    message: sayDelivery('author_importing'),
    receipt: { import: 5 },
  }
  const book = { media_type: 'book', foreign_id: 'gr:1', identity: 'book:gr:1' } as const

  it('an author import is looked at every five minutes and at each webhook, without end (1:3)', async () => {
    const down = new UpstreamFault({ upstream: 'Chaptarr', kind: 'unreachable' })
    const courier = courierOf(waiting, waiting, down, waiting, { done: 'requested', record_id: 9 })
    const receipts: unknown[] = []
    const spy: Courier = run => (receipts.push(run.receipt), courier(run))
    const { saveRequest, jobs, stateOf, clock, deliveries, database, published } = await buildWithCouriers({
      couriers: { book: spy },
    })
    const { id } = await saveRequest(book, ['ebook'])
    const row = async () => (await deliveries.statesOf(database.read, [id])).get(id)?.[0]
    await jobs.settle()
    expect(await stateOf(id)).toMatchObject({ state: 'waiting_library', code: 'author_import', attempts: 0 })
    const since = clock.now().toISOString()
    expect(await row()).toMatchObject({
      park_reason: 'author_import',
      waiting_since: since,
      next_attempt_at: null,
    })
    clock.advance(4 * MINUTE_MS)
    await jobs.settle()
    expect(courier.calls).toBe(1)
    clock.advance(MINUTE_MS)
    await jobs.settle()
    expect(courier.calls).toBe(2)
    // A failed look is neither a reason to give up nor a failed attempt.
    clock.advance(5 * MINUTE_MS)
    await jobs.settle()
    expect(await stateOf(id)).toMatchObject({
      state: 'waiting_library',
      code: 'import_status_unavailable',
      attempts: 0,
    })
    expect((await row())?.waiting_since).toBe(since)
    await deliveries.wakeWaiting(MOVIES)
    await jobs.settle()
    expect(courier.calls).toBe(4)
    await deliveries.wakeWaiting(MOVIES)
    await jobs.settle()
    expect(await stateOf(id)).toMatchObject({ state: 'complete', code: 'requested', attempts: 1 })
    expect(await row()).toMatchObject({ record_id: 9, park_reason: null, waiting_since: null })
    expect(receipts).toEqual([null, { import: 5 }, { import: 5 }, { import: 5 }, { import: 5 }])
    const updates = published.filter(event => event.type === 'request_updated')
    expect(updates.map(event => event.data['delivery_state'])).toEqual([
      'queued',
      'processing',
      'waiting_library',
      'complete',
    ])
  })

  it('a medium without a courier stays queued until there is one', async () => {
    const { saveRequest, jobs, stateOf, clock, database } = await buildWithCouriers({ couriers: {} })
    const { id } = await saveRequest({ tmdb_id: 1 })
    await jobs.settle()
    clock.advance(60 * MINUTE_MS)
    await jobs.settle()
    expect(await stateOf(id)).toEqual({ state: 'queued', code: null, attempts: 0, began: false })
    const courier = courierOf({ done: 'requested' })
    const next = openDeliveryProcess(database, {
      clock: createTestClock('2026-11-15T10:10:00.000Z'),
      overrides: { couriers: { movie: courier } },
    })
    await next.jobs.settle()
    expect(await stateOf(id)).toMatchObject({ state: 'complete' })
  })
})

describe('what a delivery is asked from outside', () => {
  it('waits for approval, is released with its formats, and a finished format is not repeated (1:3)', async () => {
    const done: string[] = []
    const book: Courier = async ({ delivery }: CourierRun) => {
      done.push(delivery.format)
      if (delivery.format === 'audiobook')
        return { attention: 'book_configuration', message: sayDelivery('not_sent') }
      return { done: 'requested' }
    }
    const { saveRequest, jobs, deliveries, database, published } = await buildWithCouriers({
      couriers: { book },
    })
    const { id } = await saveRequest({ media_type: 'book', foreign_id: 'gr:1' }, [])
    const request = await database.read
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const record = {
      ...request,
      seasons: null,
      match: null,
      approval_required: true,
      title_unverified: false,
    }
    await database.transaction(tx => deliveries.open(tx, record, ['ebook', 'audiobook'], 'approval'))
    await jobs.settle()
    expect(done).toEqual([])
    await expect(database.transaction(tx => deliveries.retry(tx, id))).rejects.toMatchObject({
      code: 'invalid_delivery_state',
    })
    const { job_ids } = await database.transaction(tx => deliveries.release(tx, id))
    expect(job_ids).toHaveLength(2)
    await jobs.settle()
    await database.transaction(tx => deliveries.retry(tx, id))
    await jobs.settle()
    expect(done).toEqual(['ebook', 'audiobook', 'audiobook'])
    await expect(database.transaction(tx => deliveries.retry(tx, id, ['ebook']))).rejects.toMatchObject({
      code: 'invalid_delivery_state',
    })
    expect(published.filter(event => event.data['delivery_state'] === 'approval')).toHaveLength(2)
  })

  it('a request that needs nothing is complete at once, and one that was seen in the library ends', async () => {
    const movie = courierOf({ retry: 'service_unavailable', message: sayDelivery('server_error') })
    const { saveRequest, jobs, stateOf, deliveries, database } = await buildWithCouriers({
      couriers: { movie },
    })
    const { id } = await saveRequest({ tmdb_id: 1 })
    await jobs.settle()
    expect(await stateOf(id)).toMatchObject({ state: 'retry' })
    await database.transaction(tx => deliveries.complete(tx, id, '', 'available'))
    expect(await stateOf(id)).toMatchObject({ state: 'complete', code: 'available' })
    expect(await database.read.selectFrom('jobs').selectAll().execute()).toEqual([])

    const none = await saveRequest({ tmdb_id: 2 }, [])
    const row = await database.read
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', none.id)
      .executeTakeFirstOrThrow()
    const request = { ...row, seasons: null, match: null, approval_required: false, title_unverified: false }
    await database.transaction(tx => deliveries.open(tx, request, [''], { complete: 'available' }))
    expect(await stateOf(none.id)).toMatchObject({ state: 'complete', code: 'available', attempts: 0 })
  })

  it('C4: an attempt at once waits for its end, and for nothing when the instance is busy', async () => {
    const door = gate()
    const movie: Courier = async run => {
      if (run.request.tmdb_id === 1) await door.wait()
      return { done: 'requested' }
    }
    const { saveRequest, jobs, stateOf, deliveries, clock } = await buildWithCouriers({ couriers: { movie } })
    const first = await saveRequest({ tmdb_id: 1 })
    const running = deliveries.attemptNow(first.job_ids, 4_000)
    await door.reached
    const second = await saveRequest({ tmdb_id: 2 })
    await deliveries.attemptNow(second.job_ids)
    expect(await stateOf(first.id)).toMatchObject({ state: 'processing', attempts: 1 })
    expect(await stateOf(second.id)).toMatchObject({ state: 'queued', attempts: 0 })
    // Ten seconds in all, counted from when somebody asked; the attempt itself goes on.
    clock.advance(6_000)
    await running
    expect(await stateOf(first.id)).toMatchObject({ state: 'processing', attempts: 1 })
    door.open()
    await jobs.settle()
    expect(await stateOf(first.id)).toMatchObject({ state: 'complete' })
    expect(await stateOf(second.id)).toMatchObject({ state: 'complete' })
  })

  it('1:4.9.3: a verified no-op gives units of books and music back, of movies and shows never', async () => {
    const courier = courierOf({ done: 'requested', unchanged: true })
    const { saveRequest, jobs, database } = await buildWithCouriers({
      couriers: { movie: courier, music: courier },
    })
    await saveRequest({ tmdb_id: 1 })
    await saveRequest({ media_type: 'music', foreign_id: 'x' })
    await jobs.settle()
    expect(await charges(database)).toEqual(['fresh', 'fresh refunded'])
  })

  it('a bug in a courier is a failed attempt like any other, and says nothing of itself', async () => {
    const movie = courierOf(new Error('secret of http://127.0.0.1'), { done: 'requested' })
    const { saveRequest, jobs, stateOf, clock, deliveries, database } = await buildWithCouriers({
      couriers: { movie },
    })
    const { id } = await saveRequest({ tmdb_id: 1 })
    await jobs.settle()
    expect(await stateOf(id)).toMatchObject({ state: 'retry', attempts: 1 })
    expect((await deliveries.statesOf(database.read, [id])).get(id)?.[0]?.message).not.toContain('secret')
    clock.advance(MINUTE_MS)
    await jobs.settle()
    expect(await stateOf(id)).toMatchObject({ state: 'complete', attempts: 2 })
  })
})

it('earlier requests that were held up go first, also those that were approved later', async () => {
  const done: number[] = []
  let isDown = true
  const movie: Courier = async ({ request }) => {
    if (isDown) throw new UpstreamFault({ upstream: 'Radarr', kind: 'unreachable' })
    done.push(request.id)
    return { done: 'requested' }
  }
  const probe = async () => {
    if (isDown) throw new UpstreamFault({ upstream: 'Radarr', kind: 'unreachable' })
  }
  const harness = await buildWithCouriers({ couriers: { movie }, probe })
  const { saveRequest, jobs, clock, database, deliveries, stateOf } = harness
  const early = await saveRequest({ tmdb_id: 1 }, [])
  const row = await database.read.selectFrom('requests').selectAll().executeTakeFirstOrThrow()
  const request = { ...row, seasons: null, match: null, approval_required: true, title_unverified: false }
  await database.transaction(tx => deliveries.open(tx, request, [''], 'approval'))
  const late = await saveRequest({ tmdb_id: 2 })
  await jobs.settle()
  clock.advance(30_000)
  await database.transaction(tx => deliveries.release(tx, early.id))
  await jobs.settle()
  for (const { id } of [early, late]) {
    expect(await stateOf(id)).toMatchObject({ state: 'retry', code: 'service_unavailable', attempts: 1 })
  }
  isDown = false
  // The later request is due, the earlier one is not yet.
  clock.advance(30_000)
  await jobs.settle()
  clock.advance(1000)
  await jobs.settle()
  expect(done).toEqual([early.id, late.id])
})
