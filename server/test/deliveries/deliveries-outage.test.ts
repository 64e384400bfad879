import { expect, it } from 'vitest'
import type { Courier } from '#features/deliveries/couriers/courier.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { buildWithCouriers } from '#test/delivery-process.ts'

/** A manager that is down, and a request (`unreadable`) whose row cannot be read that many times. */
async function beginOutage() {
  const state = { is_down: true, unreadable: 0, failures: Infinity, reads: 0 }
  const done: number[] = []
  const answer = () => {
    if (state.is_down) throw new UpstreamFault({ upstream: 'Radarr', kind: 'unreachable' })
  }
  const movie: Courier = async ({ request }) => {
    answer()
    done.push(request.id)
    return { done: 'requested' }
  }
  const engine = await buildWithCouriers({
    couriers: { movie },
    probe: async () => answer(),
    async findRequest(db, id) {
      if (id === state.unreadable && state.reads < state.failures) {
        state.reads += 1
        throw new StorageFault(new Error('the disk blinked'))
      }
      const row = await db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst()
      const unused = { seasons: null, match: null, approval_required: false, title_unverified: false }
      return row ? { ...row, ...unused } : null
    },
  })
  /** Step by step, so that a job that steps back by a millisecond comes again. */
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 1000) {
      engine.clock.advance(1000)
      await engine.jobs.settle()
    }
  }
  const first = await engine.saveRequest({ tmdb_id: 1 })
  const second = await engine.saveRequest({ tmdb_id: 2 })
  const third = await engine.saveRequest({ tmdb_id: 3 })
  await engine.jobs.settle()
  for (const { id } of [first, second, third]) {
    expect(await engine.stateOf(id)).toMatchObject({ state: 'retry', code: 'service_unavailable' })
  }
  return { ...engine, state, done, pass, ids: [first.id, second.id, third.id] as const }
}

it('an attempt that failed before it started gets one more chance at once, and keeps its place', async () => {
  const { state, done, pass, ids } = await beginOutage()
  Object.assign(state, { is_down: false, unreadable: ids[0], failures: 1 })
  await pass(MINUTE_MS + 2000)
  expect(done).toEqual(ids)
})

it('a request that cannot be read holds up nobody behind it in its library', async () => {
  const { state, done, pass, ids, stateOf, deliveries } = await beginOutage()
  state.is_down = false
  state.unreadable = ids[0]
  await pass(MINUTE_MS + 2000)
  expect(done).toEqual([ids[1], ids[2]])
  // Its own try, and the one more that those behind it gave it.
  expect(state.reads).toBe(2)
  // Neither an arrival in that library nor its webhook makes a loop of it.
  await deliveries.wakeWaiting('in_movies')
  await pass(10_000)
  expect(state.reads).toBe(2)
  state.unreadable = 0
  await pass(MINUTE_MS)
  expect(await stateOf(ids[0])).toMatchObject({ state: 'complete', attempts: 2 })
})

it('a job that waits for a person holds up nobody', async () => {
  const { state, done, pass, ids, database } = await beginOutage()
  state.is_down = false
  await database.transaction(tx =>
    tx.updateTable('jobs').set({ payload: '{}' }).where('dedupe_key', '=', `${ids[0]}:`).execute(),
  )
  await pass(MINUTE_MS + 2000)
  expect(done).toEqual([ids[1], ids[2]])
})
