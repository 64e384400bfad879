import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { describeEachEngine } from '#test/engines.ts'
import { FIRST_PERSON, seedRequests } from '#test/seed-requests.ts'
import { findSavedBook, listBookOutcomes } from './saved-book-store.ts'
import { insertSubscriptions, type Subscription } from '../store/subscription-store.ts'

const AT = '2026-11-15T10:00:00.000Z'
const OWNER = FIRST_PERSON + 5

const INSTANCE = 'in_books'

/** A book that somebody asked for, which came to record 9 under another id. */
async function shelve(database: Database): Promise<number> {
  return database.transaction(async tx => {
    const like = await tx.selectFrom('requests').selectAll().where('id', '=', 5).executeTakeFirstOrThrow()
    const book = { media_type: 'book', tmdb_id: null, foreign_id: 'bp:7', identity: 'book:hc:7' } as const
    // Seeded rows have numbers of their own, which an engine's counter knows nothing of.
    const id = 9000
    await tx
      .insertInto('requests')
      .values({ ...like, ...book, id, instance_id: INSTANCE, user_id: OWNER })
      .execute()
    await insertSubscriptions(tx, [subscription(id, OWNER)])
    await tx
      .insertInto('request_deliveries')
      .values({
        id,
        request_id: id,
        format: 'ebook',
        state: 'complete',
        attempts: 1,
        message: '',
        began: 1,
        record_id: 9,
        canonical_foreign_id: 'ol:OL7W',
        created_at: AT,
        updated_at: AT,
      })
      .execute()
    return id
  })
}

function subscription(request_id: number, user_id: number): Subscription {
  return { request_id, user_id, format: 'ebook', created_at: AT, cancelled_at: null }
}

describeEachEngine('a saved book', open => {
  it('is found by the chosen id, the same work from another list and the library’s own id, by its people only', async () => {
    const database = await open()
    await seedRequests(database, 20)
    const id = await shelve(database)
    const find = (user_id: number, foreign_id: string, instance_id = INSTANCE) =>
      findSavedBook(database.read, user_id, { foreign_id, instance_id })
    for (const name of ['bp:7', 'hc:7', 'ol:OL7W']) expect(await find(OWNER, name), name).toBe(id)
    expect(await find(OWNER, 'hc:8')).toBeNull()
    expect(await find(OWNER, 'hc:7', 'in_other')).toBeNull()
    expect(await find(OWNER + 1, 'hc:7')).toBeNull()
    await database.transaction(tx => insertSubscriptions(tx, [subscription(id, OWNER + 1)]))
    expect(await find(OWNER + 1, 'hc:7')).toBe(id)
  })

  it('1:4.8.6: what its deliveries came to is everybody’s', async () => {
    const database = await open()
    await seedRequests(database, 20)
    const instance_id = INSTANCE
    await shelve(database)
    expect(await listBookOutcomes(database.read, { foreign_id: 'hc:7', instance_id })).toEqual([
      { record_id: 9, canonical_foreign_id: 'ol:OL7W' },
    ])
    expect(await listBookOutcomes(database.read, { foreign_id: 'hc:8', instance_id })).toEqual([])
  })
})
