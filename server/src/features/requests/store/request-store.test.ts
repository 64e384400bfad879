import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { describeEachEngine } from '#test/engines.ts'
import { FIRST_PERSON, seedRequests } from '#test/seed-requests.ts'
import { listConcerned } from '../user-removal/user-removal-store.ts'
import * as queue from '../decide/queue-store.ts'
import * as store from './request-store.ts'
import * as subscriptions from './subscription-store.ts'

const AT = '2026-11-15T10:00:00.000Z'
/** Owns requests 3, 203 of the seeded 400. */
const THIRD = FIRST_PERSON + 3

const ids = (rows: readonly queue.QueuedRequest[]) => rows.map(({ request }) => request.id)

async function joinBook(database: Database, request_id: number, user_id: number): Promise<void> {
  await database.transaction(tx =>
    subscriptions.insertSubscriptions(tx, [
      { request_id, user_id, format: 'ebook', created_at: AT, cancelled_at: null },
    ]),
  )
}

describeEachEngine('requests', open => {
  it('are listed for admins: what waits for them, what is stuck, and pages of everything', async () => {
    const database = await open()
    await seedRequests(database, 400)
    const db = database.read
    const pending = await queue.listPending(db)
    expect([pending.length, pending.every(({ request }) => request.decision === 'pending')]).toEqual([
      12,
      true,
    ])
    expect(ids(pending)).toEqual(ids(pending).toSorted((a, b) => a - b))
    expect(await store.countPending(db)).toBe(12)
    expect(await queue.listWaiting(db)).toHaveLength(8)
    const { stuck, retrying } = await queue.countUndelivered(db)
    expect([typeof stuck, stuck + retrying]).toEqual(['number', 8])
    expect(ids(await queue.pageHistory(db, { limit: 3 }))).toEqual([400, 399, 398])
    expect(ids(await queue.pageHistory(db, { limit: 2, before: 399 }))).toEqual([398, 397])
    expect(ids(await queue.pageHistory(db, { limit: 9, user_id: THIRD }))).toEqual([203, 3])
    expect(await queue.listRequesters(db)).toHaveLength(200)
  })

  it('are found by any part of their title, to the letter', async () => {
    const database = await open()
    await seedRequests(database, 20)
    const rename = (id: number, title: string) => ({ title, title_key: store.foldTitle(title), id })
    await database.transaction(async tx => {
      for (const { id, ...names } of [rename(5, '100% ÄRGER'), rename(6, '1000 Ways')])
        await tx.updateTable('requests').set(names).where('id', '=', id).execute()
    })
    const find = async (q: string) => ids(await queue.pageHistory(database.read, { q, limit: 50 }))
    expect(await find('100%')).toEqual([5])
    expect(await find('ärger')).toEqual([5])
    expect(await find('_')).toEqual([])
    expect(await find('WAYS')).toEqual([6])
  })

  it('are each person’s by what they asked for or joined', async () => {
    const database = await open()
    await seedRequests(database, 400)
    const db = database.read
    await joinBook(database, 50, THIRD)
    expect(await subscriptions.pageOwnIds(db, THIRD, { limit: 10 })).toEqual([203, 50, 3])
    expect(await subscriptions.pageOwnIds(db, THIRD, { limit: 1, before_id: 203 })).toEqual([50])
    const theirs = async () => ids(await queue.pageHistory(db, { limit: 9, user_id: THIRD }))
    expect(await theirs()).toEqual([203, 50, 3])
    expect(ids(await queue.pageHistory(db, { limit: 1, user_id: THIRD, before: 203 }))).toEqual([50])
    const named = await subscriptions.listSubscribers(db, [50, 51])
    expect([50, 51].map(id => named.get(id)?.map(one => one.user_id))).toEqual([
      [FIRST_PERSON + 50, THIRD],
      [FIRST_PERSON + 51],
    ])
    expect(new Set(await subscriptions.subscribersOf(db, 50))).toEqual(new Set([THIRD, FIRST_PERSON + 50]))
    await database.transaction(tx =>
      subscriptions.leave(tx, { request_id: 50, user_id: THIRD, formats: ['ebook'] }, AT),
    )
    expect(await subscriptions.subscribersOf(db, 50)).toEqual([FIRST_PERSON + 50])
    expect(await theirs()).toEqual([203, 50, 3])
    // Whoever left and asks again wants it again.
    await joinBook(database, 50, THIRD)
    expect(await subscriptions.subscribersOf(db, 50)).toHaveLength(2)
  })

  it('answer the newest own of each title, and what is open of it', async () => {
    const database = await open()
    await seedRequests(database, 400)
    const db = database.read
    const titles = { identities: ['movie:4', 'movie:204', 'movie:9'], instance_id: 'in_movies' }
    const newest = await store.findLatestOwn(db, THIRD, titles)
    expect(new Set(newest.map(request => request.id))).toEqual(new Set([203, 3]))
    expect(await store.findLatestOwn(db, THIRD, { ...titles, instance_id: 'in_other' })).toEqual([])
    const openOf = (id: number) =>
      store.findOpenRequests(db, { identity: `movie:${id + 1}`, instance_id: 'in_movies' })
    const states = await db.selectFrom('request_deliveries').select(['request_id', 'state']).execute()
    for (const { request_id, state } of states.slice(0, 40)) {
      const isOver = state === 'complete' || state === 'cancelled'
      expect([request_id, (await openOf(request_id)).length]).toEqual([request_id, isOver ? 0 : 1])
    }
  })

  it('concern others, or are not over, before their person is removed', async () => {
    const database = await open()
    await seedRequests(database, 400)
    const done = await database.read
      .selectFrom('request_deliveries')
      .select('request_id')
      .where('state', '=', 'complete')
      .orderBy('request_id')
      .executeTakeFirstOrThrow()
    const owner = FIRST_PERSON + (done.request_id % 200)
    const concerned = () => database.withWriteLock('requests', tx => listConcerned(tx, owner))
    expect(await concerned()).not.toContain(done.request_id)
    await joinBook(database, done.request_id, owner + 1)
    expect(await concerned()).toContain(done.request_id)
  })
})
