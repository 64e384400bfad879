import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { describeEachEngine } from '#test/engines.ts'
import * as store from './set-top-box-store.ts'

const NOW = '2026-11-15T09:00:00.000Z'
const LATER = '2026-11-15T09:00:30.000Z'
const DEN = { id: 'box_1', name: 'Den', address: '192.0.2.7', identifier: 'AA', credentials_box: 'sealed' }

async function addUser(database: Database, username: string): Promise<number> {
  return (await database.transaction(tx => insertPlainUser(tx, username, NOW))).id
}

const confirmation = (user_id: number, id_hash: string) => ({
  id_hash,
  box_id: 'box_1',
  device_id: 'd_1',
  user_id,
  revision: 1,
  media_type: 'movie' as const,
  tmdb_id: 603,
  expires_at: LATER,
})

describeEachEngine('set-top boxes', open => {
  async function begin() {
    const database = await open()
    const user_id = await addUser(database, 'uma')
    await database.transaction(async tx => {
      await store.savePairedBox(tx, DEN, NOW)
      await store.replaceGrants(tx, 'box_1', [user_id])
      await store.insertConfirmation(tx, confirmation(user_id, 'h1'), NOW)
    })
    const find = (id_hash: string) => {
      const key = { ...confirmation(user_id, id_hash) }
      return store.findConfirmation(database.read, key)
    }
    return { database, user_id, find }
  }

  it('replaces the credentials of a box that is paired again, which keeps its id and grants', async () => {
    const { database, user_id, find } = await begin()
    const again = { ...DEN, id: 'box_2', name: 'Attic', credentials_box: 'sealed again' }
    const saved = await database.transaction(tx => store.savePairedBox(tx, again, LATER))
    expect(saved).toEqual({ ...again, id: 'box_1', revision: 2, created_at: NOW, updated_at: LATER })
    expect(await store.listBoxes(database.read)).toEqual([saved])
    expect(await store.grantedUserIds(database.read, 'box_1')).toEqual([user_id])
    expect(await find('h1')).toBeNull()
  })

  it('counts an edit, and voids confirmations', async () => {
    const { database, find } = await begin()
    const change = (id: string) =>
      database.transaction(tx => store.changeBox(tx, id, { address: '192.0.2.8' }, LATER))
    expect(await change('box_9')).toBe(false)
    expect(await find('h1')).not.toBeNull()
    expect(await change('box_1')).toBe(true)
    expect(await store.findBox(database.read, 'box_1')).toMatchObject({
      name: 'Den',
      address: '192.0.2.8',
      revision: 2,
    })
    expect(await find('h1')).toBeNull()
  })

  it('takes grants and confirmations along when a box is forgotten, and when a user is removed', async () => {
    const { database, user_id, find } = await begin()
    const other = await addUser(database, 'mia')
    await database.transaction(async tx => {
      await store.replaceGrants(tx, 'box_1', [user_id, other])
      await tx.deleteFrom('users').where('id', '=', user_id).execute()
    })
    expect(await store.grantedUserIds(database.read, 'box_1')).toEqual([other])
    expect(await find('h1')).toBeNull()
    expect(await database.transaction(tx => store.deleteBox(tx, 'box_1'))).toBe(true)
    expect(await store.hasAnyGrant(database.read, other)).toBe(false)
    expect(await database.transaction(tx => store.deleteBox(tx, 'box_1'))).toBe(false)
    await database.transaction(tx => store.insertConfirmation(tx, confirmation(other, 'h2'), NOW))
    expect(await find('h2')).toBeNull()
  })

  it('lets a confirmation be used once, by one of many, and not after its time', async () => {
    const { database, user_id, find } = await begin()
    const use = (id_hash: string, now: string) =>
      database.transaction(tx => store.useConfirmation(tx, id_hash, now))
    expect(await use('h1', LATER)).toBe(false)
    const used = await Promise.all([1, 2, 3].map(() => use('h1', NOW)))
    expect(used.filter(Boolean)).toHaveLength(1)
    await database.transaction(tx => store.insertConfirmation(tx, confirmation(user_id, 'h3'), NOW))
    await database.transaction(tx => store.insertConfirmation(tx, confirmation(user_id, 'h4'), LATER))
    expect(await find('h3')).toBeNull()
  })

  it('lists to somebody the boxes with a grant alone', async () => {
    const { database, user_id } = await begin()
    await database.transaction(tx => store.savePairedBox(tx, { ...DEN, id: 'box_2', identifier: 'BB' }, NOW))
    const ids = (boxes: store.BoxRow[]) => boxes.map(box => box.id)
    expect(ids(await store.listGrantedBoxes(database.read, user_id))).toEqual(['box_1'])
    expect(ids(await store.listBoxes(database.read))).toEqual(['box_1', 'box_2'])
    expect(await store.isGranted(database.read, 'box_2', user_id)).toBe(false)
    await database.transaction(tx => store.deleteGrantsOf(tx, user_id))
    expect(await store.hasAnyGrant(database.read, user_id)).toBe(false)
    expect(await store.existingUserIds(database.read, [user_id, 999])).toEqual(new Set([user_id]))
  })
})
