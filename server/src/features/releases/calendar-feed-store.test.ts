import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { describeEachEngine } from '#test/engines.ts'
import { deleteFeed, findFeed, findFeedOwner, saveFeed } from './calendar-feed-store.ts'

const NOW = '2026-11-15T09:00:00.000Z'
const LATER = '2026-11-16T09:00:00.000Z'

async function addUser(database: Database, name: string): Promise<number> {
  return (await database.transaction(tx => insertPlainUser(tx, name, NOW))).id
}

describeEachEngine('calendar links in storage (1/I)', open => {
  it('holds one link a person: the newer takes the place of the older', async () => {
    const database = await open()
    const [bob, kim] = [await addUser(database, 'bob'), await addUser(database, 'kim')]
    const save = (user_id: number, token_hash: string, created_at: string) =>
      database.transaction(tx => saveFeed(tx, { user_id, token_hash, created_at }))
    await save(bob, 'one', NOW)
    await save(kim, 'three', NOW)
    await save(bob, 'two', LATER)
    expect(await findFeedOwner(database.read, 'one')).toBeUndefined()
    expect(await findFeedOwner(database.read, 'two')).toEqual({ user_id: bob, role: 'user' })
    expect(await findFeed(database.read, bob)).toEqual({ created_at: LATER })
    expect(await findFeedOwner(database.read, 'three')).toEqual({ user_id: kim, role: 'user' })
  })

  it('ends when it is revoked, and with its owner', async () => {
    const database = await open()
    const [bob, kim] = [await addUser(database, 'bob'), await addUser(database, 'kim')]
    for (const user_id of [bob, kim]) {
      await database.transaction(tx => saveFeed(tx, { user_id, token_hash: `h${user_id}`, created_at: NOW }))
    }
    await database.transaction(tx => deleteFeed(tx, bob))
    expect(await findFeed(database.read, bob)).toBeUndefined()
    expect(await findFeedOwner(database.read, `h${bob}`)).toBeUndefined()
    await database.transaction(tx => tx.deleteFrom('users').where('id', '=', kim).execute())
    expect(await findFeedOwner(database.read, `h${kim}`)).toBeUndefined()
  })
})
