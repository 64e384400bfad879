import { describe, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import type { Courier, CourierOutcome, CourierRun } from '#features/deliveries/index.ts'
import { createTestJobs } from '#jobs/test-jobs.ts'
import { createTestClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { furnish, type HouseOptions, MOVIES, openHouse } from './delivery-house.ts'
import { afterTest, describeEachEngine, openFresh } from './engines.ts'

const MINUTE = 60_000
const NOWHERE = { url: 'http://127.0.0.1:9', api_key: 'key' }

/** A house whose couriers are told by the test what to do. */
async function begin(
  open: () => Promise<Database> = () => openFresh('sqlite'),
  given: HouseOptions['given'] = {},
) {
  const database = await open()
  await furnish(database, { movies: NOWHERE })
  return { ...enter(database, given), database }
}

/** Another process on the same database, with a clock of its own. */
function enter(database: Database, given: HouseOptions['given'] = {}, clock = createTestClock()) {
  const { jobs } = createTestJobs(database, clock)
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  const house = openHouse({ database, clock, jobs, internal: outbound.internal, given })
  return { ...house, clock, jobs }
}

/** Answers in turn; the last answer stays. */
function courierOf(...outcomes: (CourierOutcome | Error)[]): Courier & { calls: number } {
  const courier = async () => {
    const next = outcomes[Math.min(courier.calls, outcomes.length - 1)]
    courier.calls += 1
    if (!next || next instanceof Error) throw next ?? new Error('no outcome')
    return next
  }
  courier.calls = 0
  return courier
}

/** Waits inside an attempt until the test lets it go on. */
function gate() {
  const reached = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  return {
    reached: reached.promise,
    open: () => open.resolve(),
    wait: () => (reached.resolve(), open.promise),
  }
}

const charges = async (database: Database) =>
  (await database.read.selectFrom('request_charges').select(['began', 'refunded_at']).execute()).map(
    row => `${row.began ? 'began' : 'fresh'}${row.refunded_at ? ' refunded' : ''}`,
  )

describe('every attempt asks again who may (1:3)', () => {
  it.each<[string, (database: Database) => Promise<unknown>, string]>([
    [
      'the instance was removed',
      database => database.transaction(tx => tx.deleteFrom('instances').execute()),
      'instance_missing',
    ],
    [
      'another instance is what people see by default',
      database =>
        database.transaction(async tx => {
          await tx.updateTable('instances').set({ is_default: 0, sort_order: 9 }).execute()
          const row = await tx.selectFrom('instances').selectAll().executeTakeFirstOrThrow()
          await tx
            .insertInto('instances')
            .values({ ...row, id: 'in_other', name: 'Other', name_key: 'other', is_default: 1 })
            .execute()
        }),
      'access_unavailable',
    ],
  ])('%s', async (_name, change, code) => {
    const courier = courierOf({ done: 'requested' })
    const { ask, jobs, standing, database, deliveries } = await begin(undefined, {
      couriers: { movie: courier },
    })
    const { id } = await ask({ tmdb_id: 1 })
    await change(database)
    await jobs.settle()
    expect(await standing(id)).toEqual({ state: 'attention', code, attempts: 1, began: false })
    expect(courier.calls).toBe(0)
    // Trying again changes nothing while the reason stands; it bypasses nothing (1:3).
    await database.transaction(tx => deliveries.retry(tx, id))
    await jobs.settle()
    expect(await standing(id)).toMatchObject({ state: 'attention', code })
  })

  it('also between the look and the first write', async () => {
    let wrote = false
    const movie: Courier = async run => {
      await database.transaction(tx => tx.deleteFrom('instances').execute())
      await run.begin()
      wrote = true
      return { done: 'requested' }
    }
    const { ask, jobs, standing, database } = await begin(undefined, { couriers: { movie } })
    const { id } = await ask({ tmdb_id: 1 })
    await jobs.settle()
    expect(await standing(id)).toMatchObject({ state: 'attention', code: 'instance_missing', began: false })
    expect(wrote).toBe(false)
    expect(await charges(database)).toEqual(['fresh'])
  })

  it('a requester who is gone takes the request and its job along', async () => {
    const courier = courierOf({ done: 'requested' })
    const { ask, jobs, database, standing } = await begin(undefined, { couriers: { movie: courier } })
    const { id } = await ask({ tmdb_id: 1 })
    await database.transaction(tx => tx.deleteFrom('users').execute())
    await jobs.settle()
    expect(await standing(id)).toBeUndefined()
    expect(courier.calls).toBe(0)
    expect(await database.read.selectFrom('jobs').selectAll().execute()).toEqual([])
  })
})

it.each([
  ['outside the limits', new Refusal('not_found'), 'attention', 'access_unavailable'],
  ['that cannot be judged now', new Refusal('unavailable'), 'retry', 'catalog_unavailable'],
])('a kid gets no title %s', async (_name, refusal, state, code) => {
  const courier = courierOf({ done: 'requested' })
  const kids = { assertAllowed: () => Promise.reject(refusal) }
  const { ask, jobs, standing } = await begin(undefined, { couriers: { movie: courier }, kids })
  const { id } = await ask({ tmdb_id: 1 })
  await jobs.settle()
  expect(await standing(id)).toMatchObject({ state, code, began: false })
  expect(courier.calls).toBe(0)
})

describeEachEngine('cancelling (1:3)', open => {
  it('before the marker: nothing is written any more, and the unit can be refunded', async () => {
    const door = gate()
    let wrote = false
    const movie: Courier = async run => {
      await door.wait()
      await run.begin()
      wrote = true
      return { done: 'requested' }
    }
    const { ask, jobs, standing, database, deliveries, quotas } = await begin(open, { couriers: { movie } })
    const { id } = await ask({ tmdb_id: 1 })
    const settled = jobs.settle()
    await door.reached
    await database.withWriteLock('requests', async tx => {
      await deliveries.cancel(tx, id)
      await quotas.refund(tx, { request_id: id })
    })
    door.open()
    await settled
    expect(await standing(id)).toEqual({ state: 'cancelled', code: null, attempts: 1, began: false })
    expect(wrote).toBe(false)
    expect(await charges(database)).toEqual(['fresh refunded'])
    expect(await database.read.selectFrom('leases').selectAll().execute()).toEqual([])
  })

  it('after the marker: what went out is not undone, and the unit is spent', async () => {
    const door = gate()
    const movie: Courier = async run => {
      await run.begin()
      await door.wait()
      return { done: 'requested' }
    }
    const { ask, jobs, standing, database, deliveries, quotas } = await begin(open, { couriers: { movie } })
    const { id } = await ask({ tmdb_id: 1 })
    const settled = jobs.settle()
    await door.reached
    await database.withWriteLock('requests', async tx => {
      await deliveries.cancel(tx, id)
      await quotas.refund(tx, { request_id: id })
    })
    door.open()
    await settled
    expect(await standing(id)).toEqual({ state: 'cancelled', code: null, attempts: 1, began: true })
    expect(await charges(database)).toEqual(['began'])
    await jobs.settle()
    expect(await standing(id)).toMatchObject({ state: 'cancelled' })
  })

  it('ends what waits, and leaves what is over', async () => {
    const movie = courierOf({ done: 'available' }, { attention: 'request_unavailable', message: 'No.' })
    const { ask, jobs, standing, database, deliveries } = await begin(open, { couriers: { movie } })
    const over = await ask({ tmdb_id: 1 })
    await jobs.settle()
    const stuck = await ask({ tmdb_id: 2 })
    await jobs.settle()
    for (const { id } of [over, stuck]) await database.transaction(tx => deliveries.cancel(tx, id))
    expect(await standing(over.id)).toMatchObject({ state: 'complete', code: 'available' })
    expect(await standing(stuck.id)).toMatchObject({ state: 'cancelled', code: null })
    expect(await database.read.selectFrom('jobs').selectAll().execute()).toEqual([])
    await expect(database.transaction(tx => deliveries.retry(tx, stuck.id))).rejects.toMatchObject({
      code: 'invalid_delivery_state',
    })
  })
})

/** A library that counts: an add of what it has is refused, as a manager refuses it. */
function library() {
  const titles: number[] = []
  const add = (id: number) => {
    if (titles.includes(id)) return 'refused'
    titles.push(id)
    return 'added'
  }
  return { titles, add }
}

describeEachEngine('two workers on one job', open => {
  it('take it once, and the second request of the instance waits for the first', async () => {
    const { titles, add } = library()
    let busy = 0
    let most = 0
    const movie: Courier = async run => {
      busy += 1
      most = Math.max(most, busy)
      await run.begin()
      add(run.request.tmdb_id ?? 0)
      busy -= 1
      return { done: 'requested' }
    }
    const one = await begin(open, { couriers: { movie } })
    const two = enter(one.database, { couriers: { movie } })
    for (const tmdb_id of [1, 2, 3, 4]) await one.ask({ tmdb_id })
    await Promise.all([one.jobs.settle(), two.jobs.settle()])
    await Promise.all([one.jobs.settle(), two.jobs.settle()])
    expect(titles).toEqual([1, 2, 3, 4])
    expect(most).toBe(1)
  })

  it.each(['before', 'after'] as const)(
    'a lease that is lost %s the marker leaves one effect',
    async when => {
      const door = gate()
      const { titles, add } = library()
      const slow: Courier = async run => {
        if (when === 'after') await run.begin()
        await door.wait()
        if (when === 'before') await run.begin()
        add(run.request.tmdb_id ?? 0)
        return { done: 'requested' }
      }
      const quick: Courier = async run => {
        if (titles.includes(run.request.tmdb_id ?? 0)) return { done: 'requested', unchanged: true }
        await run.begin()
        add(run.request.tmdb_id ?? 0)
        return { done: 'requested' }
      }
      const one = await begin(open, { couriers: { movie: slow } })
      const { id } = await one.ask({ tmdb_id: 7 })
      const stalled = one.jobs.settle()
      await door.reached
      // Six minutes later elsewhere: the first process stood still and renewed nothing.
      const later = createTestClock('2026-11-15T09:06:00.000Z')
      const two = enter(one.database, { couriers: { movie: quick } }, later)
      await two.jobs.settle()
      expect(await two.standing(id)).toMatchObject({ state: 'complete', code: 'requested', attempts: 2 })
      door.open()
      await stalled
      expect(titles).toEqual([7])
      expect(await two.standing(id)).toMatchObject({ state: 'complete', code: 'requested', attempts: 2 })
      expect(await charges(one.database)).toEqual(['began'])
      expect(await one.database.read.selectFrom('leases').selectAll().execute()).toEqual([])
    },
  )
})

describe('waits', () => {
  const waiting: CourierOutcome = {
    wait: 'author_import',
    message: 'The author is being imported.',
    receipt: { import: 5 },
  }
  const book = { media_type: 'book', foreign_id: 'gr:1', identity: 'book:gr:1' } as const

  it('an author import is looked at every five minutes and at each webhook, without end (1:3)', async () => {
    const down = new UpstreamFault({ upstream: 'Chaptarr', kind: 'unreachable' })
    const courier = courierOf(waiting, waiting, down, waiting, { done: 'requested', record_id: 9 })
    const receipts: unknown[] = []
    const spy: Courier = run => (receipts.push(run.receipt), courier(run))
    const { ask, jobs, standing, clock, deliveries, database, heard } = await begin(undefined, {
      couriers: { book: spy },
    })
    const { id } = await ask(book, ['ebook'])
    const row = async () => (await deliveries.statesOf(database.read, [id])).get(id)?.[0]
    await jobs.settle()
    expect(await standing(id)).toMatchObject({ state: 'waiting_library', code: 'author_import', attempts: 0 })
    const since = clock.now().toISOString()
    expect(await row()).toMatchObject({
      park_reason: 'author_import',
      waiting_since: since,
      next_attempt_at: null,
    })
    clock.advance(4 * MINUTE)
    await jobs.settle()
    expect(courier.calls).toBe(1)
    clock.advance(MINUTE)
    await jobs.settle()
    expect(courier.calls).toBe(2)
    // A look that fails is no reason to give up, nor a failed attempt.
    clock.advance(5 * MINUTE)
    await jobs.settle()
    expect(await standing(id)).toMatchObject({
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
    expect(await standing(id)).toMatchObject({ state: 'complete', code: 'requested', attempts: 1 })
    expect(await row()).toMatchObject({ record_id: 9, park_reason: null, waiting_since: null })
    expect(receipts).toEqual([null, { import: 5 }, { import: 5 }, { import: 5 }, { import: 5 }])
    const told = heard.filter(event => event.type === 'request_updated')
    expect(told.map(event => event.data['delivery_state'])).toEqual([
      'queued',
      'processing',
      'waiting_library',
      'complete',
    ])
  })

  it('a medium without a courier stays queued until there is one', async () => {
    const { ask, jobs, standing, clock, database } = await begin(undefined, { couriers: {} })
    const { id } = await ask({ tmdb_id: 1 })
    await jobs.settle()
    clock.advance(60 * MINUTE)
    await jobs.settle()
    expect(await standing(id)).toEqual({ state: 'queued', code: null, attempts: 0, began: false })
    const courier = courierOf({ done: 'requested' })
    const next = enter(
      database,
      { couriers: { movie: courier } },
      createTestClock('2026-11-15T10:10:00.000Z'),
    )
    await next.jobs.settle()
    expect(await standing(id)).toMatchObject({ state: 'complete' })
  })
})

describe('what a delivery is asked from outside', () => {
  it('waits for approval, is released with its formats, and a finished format is not repeated (1:3)', async () => {
    const done: string[] = []
    const book: Courier = async ({ delivery }: CourierRun) => {
      done.push(delivery.format)
      if (delivery.format === 'audiobook') return { attention: 'book_configuration', message: 'No.' }
      return { done: 'requested' }
    }
    const { ask, jobs, deliveries, database, heard } = await begin(undefined, { couriers: { book } })
    const { id } = await ask({ media_type: 'book', foreign_id: 'gr:1' }, [])
    const request = await database.read
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const record = { ...request, seasons: null, match: null, approval_required: true }
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
    await expect(database.transaction(tx => deliveries.retry(tx, id, 'ebook'))).rejects.toMatchObject({
      code: 'invalid_delivery_state',
    })
    expect(heard.filter(event => event.data['delivery_state'] === 'approval')).toHaveLength(2)
  })

  it('a request that needs nothing is complete at once, and one that was seen in the library ends', async () => {
    const movie = courierOf({ retry: 'service_unavailable', message: 'It does not answer.' })
    const { ask, jobs, standing, deliveries, database } = await begin(undefined, { couriers: { movie } })
    const { id } = await ask({ tmdb_id: 1 })
    await jobs.settle()
    expect(await standing(id)).toMatchObject({ state: 'retry' })
    await database.transaction(tx => deliveries.complete(tx, id, '', 'available'))
    expect(await standing(id)).toMatchObject({ state: 'complete', code: 'available' })
    expect(await database.read.selectFrom('jobs').selectAll().execute()).toEqual([])

    const none = await ask({ tmdb_id: 2 }, [])
    const row = await database.read
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', none.id)
      .executeTakeFirstOrThrow()
    const request = { ...row, seasons: null, match: null, approval_required: false }
    await database.transaction(tx => deliveries.open(tx, request, [''], { complete: 'available' }))
    expect(await standing(none.id)).toMatchObject({ state: 'complete', code: 'available', attempts: 0 })
  })

  it('C4: an attempt at once waits for its end, and for nothing when the instance is busy', async () => {
    const door = gate()
    const movie: Courier = async run => {
      if (run.request.tmdb_id === 1) await door.wait()
      return { done: 'requested' }
    }
    const { ask, jobs, standing, deliveries } = await begin(undefined, { couriers: { movie } })
    const first = await ask({ tmdb_id: 1 })
    const running = deliveries.attemptNow(first.job_ids)
    await door.reached
    const second = await ask({ tmdb_id: 2 })
    await deliveries.attemptNow(second.job_ids)
    expect(await standing(first.id)).toMatchObject({ state: 'processing', attempts: 1 })
    expect(await standing(second.id)).toMatchObject({ state: 'queued', attempts: 0 })
    door.open()
    await running
    expect(await standing(first.id)).toMatchObject({ state: 'complete' })
    await jobs.settle()
    expect(await standing(second.id)).toMatchObject({ state: 'complete' })
  })

  it('1:4.9.3: a verified no-op gives units of books and music back, of movies and shows never', async () => {
    const courier = courierOf({ done: 'requested', unchanged: true })
    const { ask, jobs, database } = await begin(undefined, { couriers: { movie: courier, music: courier } })
    await ask({ tmdb_id: 1 })
    await ask({ media_type: 'music', foreign_id: 'x' })
    await jobs.settle()
    expect(await charges(database)).toEqual(['fresh', 'fresh refunded'])
  })

  it('a bug in a courier is a failed attempt like any other, and says nothing of itself', async () => {
    const movie = courierOf(new Error('secret of http://127.0.0.1'), { done: 'requested' })
    const { ask, jobs, standing, clock, deliveries, database } = await begin(undefined, {
      couriers: { movie },
    })
    const { id } = await ask({ tmdb_id: 1 })
    await jobs.settle()
    expect(await standing(id)).toMatchObject({ state: 'retry', attempts: 1 })
    expect((await deliveries.statesOf(database.read, [id])).get(id)?.[0]?.message).not.toContain('secret')
    clock.advance(MINUTE)
    await jobs.settle()
    expect(await standing(id)).toMatchObject({ state: 'complete', attempts: 2 })
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
  const house = await begin(undefined, { couriers: { movie }, probe })
  const { ask, jobs, clock, database, deliveries, standing } = house
  const early = await ask({ tmdb_id: 1 }, [])
  const row = await database.read.selectFrom('requests').selectAll().executeTakeFirstOrThrow()
  const request = { ...row, seasons: null, match: null, approval_required: true }
  await database.transaction(tx => deliveries.open(tx, request, [''], 'approval'))
  const late = await ask({ tmdb_id: 2 })
  await jobs.settle()
  clock.advance(30_000)
  await database.transaction(tx => deliveries.release(tx, early.id))
  await jobs.settle()
  for (const { id } of [early, late]) {
    expect(await standing(id)).toMatchObject({ state: 'retry', code: 'service_unavailable', attempts: 1 })
  }
  isDown = false
  // The later request is due, the earlier one is not yet.
  clock.advance(30_000)
  await jobs.settle()
  clock.advance(1000)
  await jobs.settle()
  expect(done).toEqual([early.id, late.id])
})
