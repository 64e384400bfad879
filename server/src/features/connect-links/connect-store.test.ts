import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { describeEachEngine } from '#test/engines.ts'
import { deleteInvite, findInvite, pendingInviteIds, saveInvite } from './connect-store.ts'

const NOW = '2026-11-15T09:00:00.000Z'
const LATER = '2026-11-22T09:00:00.000Z'

async function addUser(database: Database, name: string): Promise<number> {
  return (await database.transaction(tx => insertPlainUser(tx, name, NOW))).id
}

describeEachEngine('connect links in storage (R6)', open => {
  it('keeps one link for each user: a newer one replaces the older', async () => {
    const database = await open()
    const user_id = await addUser(database, 'bob')
    const save = (token_hash: string) =>
      database.transaction(tx => saveInvite(tx, { user_id, token_hash, created_at: NOW, expires_at: LATER }))
    await save('one')
    await save('two')
    expect(await findInvite(database.read, 'one', NOW)).toBeUndefined()
    expect(await findInvite(database.read, 'two', NOW)).toEqual({ user_id, token_hash: 'two' })
    expect(await pendingInviteIds(database.read, NOW)).toEqual(new Set([user_id]))
  })

  it('ends when it expires, and when it is redeemed', async () => {
    const database = await open()
    const user_id = await addUser(database, 'bob')
    const invite = { user_id, token_hash: 'one', created_at: NOW, expires_at: LATER }
    await database.transaction(tx => saveInvite(tx, invite))
    expect(await findInvite(database.read, 'one', '2026-11-22T08:59:59.999Z')).toBeDefined()
    expect(await findInvite(database.read, 'one', LATER)).toBeUndefined()
    expect(await pendingInviteIds(database.read, LATER)).toEqual(new Set())
    await database.transaction(tx => deleteInvite(tx, 'one'))
    expect(await findInvite(database.read, 'one', NOW)).toBeUndefined()
  })
})
