import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import { describeEachEngine } from '#test/engines.ts'
import { deletePolicy, kidsAccountIds, policyOf, roleOf, savePolicy } from './kids-store.ts'

const NOW = '2026-11-15T09:00:00.000Z'
const POLICY = {
  max_movie_rating: 'PG',
  max_tv_rating: 'TV-PG',
  rating_region: 'US',
  block_unrated: false,
  blocked_movie_genres: [27, 53],
  blocked_tv_genres: [],
}

async function addUser(database: Database, name: string): Promise<number> {
  return (await database.transaction(tx => insertPlainUser(tx, name, NOW))).id
}

describeEachEngine('content policies in storage (1:4.12)', open => {
  it('keeps one policy a user as it was given, and replaces it whole', async () => {
    const database = await open()
    const [bob, eve] = [await addUser(database, 'bob'), await addUser(database, 'eve')]
    expect(await policyOf(database.read, bob)).toBeNull()
    await database.transaction(tx => savePolicy(tx, bob, POLICY, NOW))
    expect(await policyOf(database.read, bob)).toEqual(POLICY)
    const next = { ...POLICY, block_unrated: true, blocked_movie_genres: [] }
    await database.transaction(tx => savePolicy(tx, bob, next, NOW))
    expect(await policyOf(database.read, bob)).toEqual(next)
    expect(await policyOf(database.read, eve)).toBeNull()
    expect(await kidsAccountIds(database.read)).toEqual(new Set([bob]))
  })

  it('says whether there was one to delete, and whose role is what', async () => {
    const database = await open()
    const bob = await addUser(database, 'bob')
    await database.transaction(tx => savePolicy(tx, bob, POLICY, NOW))
    const clear = () => database.transaction(tx => deletePolicy(tx, bob))
    expect([await clear(), await clear()]).toEqual([true, false])
    expect([await roleOf(database.read, bob), await roleOf(database.read, 4711)]).toEqual(['user', undefined])
  })

  it('throws on a policy that cannot be read, instead of taking it for none', async () => {
    const database = await open()
    const bob = await addUser(database, 'bob')
    await database.transaction(async tx => {
      await savePolicy(tx, bob, POLICY, NOW)
      await tx.updateTable('content_policies').set({ blocked_tv_genres: '{' }).execute()
    })
    const found = policyOf(database.read, bob)
    await expect(found).rejects.toBeInstanceOf(StorageFault)
  })
})
