import { sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import { describe, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import type { Courier } from '#features/deliveries/couriers/courier.ts'
import { buildWithCouriers, charges, courierOf, gate, openDeliveryProcess } from '#test/delivery-process.ts'
import { createTestClock } from '#test/test-clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { describeEachEngine } from '#test/engines.ts'

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
    const { saveRequest, jobs, stateOf, database, deliveries } = await buildWithCouriers({
      couriers: { movie: courier },
    })
    const { id } = await saveRequest({ tmdb_id: 1 })
    await change(database)
    await jobs.settle()
    expect(await stateOf(id)).toEqual({ state: 'attention', code, attempts: 1, began: false })
    expect(courier.calls).toBe(0)
    // Trying again changes nothing while the reason stands; it bypasses nothing (1:3).
    await database.transaction(tx => deliveries.retry(tx, id))
    await jobs.settle()
    expect(await stateOf(id)).toMatchObject({ state: 'attention', code })
  })

  it('also between the look and the first write', async () => {
    let wrote = false
    const movie: Courier = async run => {
      await database.transaction(tx => tx.deleteFrom('instances').execute())
      await run.begin()
      wrote = true
      return { done: 'requested' }
    }
    const { saveRequest, jobs, stateOf, database } = await buildWithCouriers({ couriers: { movie } })
    const { id } = await saveRequest({ tmdb_id: 1 })
    await jobs.settle()
    expect(await stateOf(id)).toMatchObject({ state: 'attention', code: 'instance_missing', began: false })
    expect(wrote).toBe(false)
    expect(await charges(database)).toEqual(['fresh'])
  })

  it('a requester who is gone takes the request and its job along', async () => {
    const courier = courierOf({ done: 'requested' })
    const { saveRequest, jobs, database, stateOf } = await buildWithCouriers({ couriers: { movie: courier } })
    const { id } = await saveRequest({ tmdb_id: 1 })
    await database.transaction(tx => tx.deleteFrom('users').execute())
    await jobs.settle()
    expect(await stateOf(id)).toBeUndefined()
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
  const { saveRequest, jobs, stateOf } = await buildWithCouriers({ couriers: { movie: courier }, kids })
  const { id } = await saveRequest({ tmdb_id: 1 })
  await jobs.settle()
  expect(await stateOf(id)).toMatchObject({ state, code, began: false })
  expect(courier.calls).toBe(0)
})

describeEachEngine('cancelling (1:3)', open => {
  it('before the marker: nothing is written any more, and the unit can be refunded', async () => {
    const before_write = gate()
    let wrote = false
    const movie: Courier = async run => {
      await before_write.wait()
      await run.begin()
      wrote = true
      return { done: 'requested' }
    }
    const { saveRequest, jobs, stateOf, database, deliveries, quotas } = await buildWithCouriers(
      { couriers: { movie } },
      open,
    )
    const { id } = await saveRequest({ tmdb_id: 1 })
    const settled = jobs.settle()
    await before_write.reached
    await database.withWriteLock('requests', async tx => {
      await deliveries.cancel(tx, id)
      await quotas.refund(tx, { request_id: id })
    })
    before_write.open()
    await settled
    expect(await stateOf(id)).toEqual({ state: 'cancelled', code: null, attempts: 1, began: false })
    expect(wrote).toBe(false)
    expect(await charges(database)).toEqual(['fresh refunded'])
    expect(await database.read.selectFrom('leases').selectAll().execute()).toEqual([])
  })

  it('after the marker: what went out is not undone, and the unit is spent', async () => {
    const before_write = gate()
    const movie: Courier = async run => {
      await run.begin()
      await before_write.wait()
      return { done: 'requested' }
    }
    const { saveRequest, jobs, stateOf, database, deliveries, quotas } = await buildWithCouriers(
      { couriers: { movie } },
      open,
    )
    const { id } = await saveRequest({ tmdb_id: 1 })
    const settled = jobs.settle()
    await before_write.reached
    await database.withWriteLock('requests', async tx => {
      await deliveries.cancel(tx, id)
      await quotas.refund(tx, { request_id: id })
    })
    before_write.open()
    await settled
    expect(await stateOf(id)).toEqual({ state: 'cancelled', code: null, attempts: 1, began: true })
    expect(await charges(database)).toEqual(['began'])
    await jobs.settle()
    expect(await stateOf(id)).toMatchObject({ state: 'cancelled' })
  })

  it('ends what waits, and leaves what is over', async () => {
    const movie = courierOf(
      { done: 'available' },
      { attention: 'request_unavailable', message: sayDelivery('not_sent') },
    )
    const { saveRequest, jobs, stateOf, database, deliveries } = await buildWithCouriers(
      { couriers: { movie } },
      open,
    )
    const over = await saveRequest({ tmdb_id: 1 })
    await jobs.settle()
    const stuck = await saveRequest({ tmdb_id: 2 })
    await jobs.settle()
    for (const { id } of [over, stuck]) await database.transaction(tx => deliveries.cancel(tx, id))
    expect(await stateOf(over.id)).toMatchObject({ state: 'complete', code: 'available' })
    expect(await stateOf(stuck.id)).toMatchObject({ state: 'cancelled', code: null })
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
    const one = await buildWithCouriers({ couriers: { movie } }, open)
    const two = openDeliveryProcess(one.database, { overrides: { couriers: { movie } } })
    for (const tmdb_id of [1, 2, 3, 4]) await one.saveRequest({ tmdb_id })
    await Promise.all([one.jobs.settle(), two.jobs.settle()])
    await Promise.all([one.jobs.settle(), two.jobs.settle()])
    expect(titles).toEqual([1, 2, 3, 4])
    expect(most).toBe(1)
  })

  it.each(['before', 'after'] as const)(
    'a lease that is lost %s the marker leaves one effect',
    async when => {
      const before_write = gate()
      const { titles, add } = library()
      const slow: Courier = async run => {
        if (when === 'after') await run.begin()
        await before_write.wait()
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
      const one = await buildWithCouriers({ couriers: { movie: slow } }, open)
      const { id } = await one.saveRequest({ tmdb_id: 7 })
      const stalled = one.jobs.settle()
      await before_write.reached
      // Six minutes later elsewhere: the first process stood still and renewed nothing.
      const later = createTestClock('2026-11-15T09:06:00.000Z')
      const two = openDeliveryProcess(one.database, {
        overrides: { couriers: { movie: quick } },
        clock: later,
      })
      await two.jobs.settle()
      expect(await two.stateOf(id)).toMatchObject({ state: 'complete', code: 'requested', attempts: 2 })
      before_write.open()
      await stalled
      expect(titles).toEqual([7])
      expect(await two.stateOf(id)).toMatchObject({ state: 'complete', code: 'requested', attempts: 2 })
      expect(await charges(one.database)).toEqual(['began'])
      expect(await one.database.read.selectFrom('leases').selectAll().execute()).toEqual([])
    },
  )
})
