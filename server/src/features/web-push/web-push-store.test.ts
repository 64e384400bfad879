import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { describeEachEngine } from '#test/engines.ts'
import * as store from './web-push-store.ts'

const NOW = '2026-11-15T09:00:00.000Z'
const LATER = '2026-11-15T10:00:00.000Z'

async function addPerson(database: Database, name: string, ...devices: string[]): Promise<number> {
  return database.transaction(async tx => {
    const { id: user_id } = await insertPlainUser(tx, name, NOW)
    for (const id of devices) {
      const row = { id, user_id, device_name: id, kind: 'app' as const, created_at: NOW, last_seen_at: NOW }
      await tx.insertInto('devices').values(row).execute()
    }
    return user_id
  })
}

const subscription = (user_id: number, device_id: string, endpoint: string) => ({
  user_id,
  device_id,
  endpoint,
  endpoint_hash: `hash of ${endpoint}`,
  p256dh: 'p',
  auth_box: 'a',
  created_at: NOW,
})

describeEachEngine('browsers in storage (1:4.14)', open => {
  it('has one subscription a browser; the same again keeps what is known of it', async () => {
    const database = await open()
    const ana = await addPerson(database, 'ana', 'd1')
    const save = (endpoint: string) =>
      database.transaction(tx => store.saveSubscription(tx, subscription(ana, 'd1', endpoint)))
    await save('one')
    const [first] = await store.subscriptionsOf(database.read, [ana])
    await database.transaction(tx => store.noteDelivered(tx, first?.id ?? 0, LATER))
    await save('one')
    expect(await store.listBrowsers(database.read, ana)).toMatchObject([{ last_delivered_at: LATER }])
    await save('two')
    expect(await store.subscriptionsOf(database.read, [ana])).toMatchObject([{ endpoint: 'two' }])
    expect(await store.listBrowsers(database.read, ana)).toMatchObject([{ last_delivered_at: null }])
  })

  it('is of whoever is signed in there now, and goes with its device', async () => {
    const database = await open()
    const ana = await addPerson(database, 'ana', 'd1')
    const bob = await addPerson(database, 'bob', 'd2')
    await database.transaction(tx => store.saveSubscription(tx, subscription(ana, 'd1', 'shared')))
    await database.transaction(tx => store.saveSubscription(tx, subscription(bob, 'd2', 'shared')))
    expect(await store.subscriptionsOf(database.read, [ana, bob])).toMatchObject([{ user_id: bob }])
    await database.transaction(tx => store.deleteOfDevice(tx, ana, 'd2'))
    expect(await store.subscriptionsOf(database.read, [bob])).toHaveLength(1)
    await database.transaction(tx => tx.deleteFrom('devices').where('id', '=', 'd2').execute())
    expect(await store.subscriptionsOf(database.read, [bob])).toEqual([])
    expect(await store.subscriptionsOf(database.read, [])).toEqual([])
  })

  it('says since when nothing gets through, until something does', async () => {
    const database = await open()
    const ana = await addPerson(database, 'ana', 'd1')
    await database.transaction(tx => store.saveSubscription(tx, subscription(ana, 'd1', 'one')))
    const id = (await store.subscriptionsOf(database.read, [ana]))[0]?.id ?? 0
    const since = async () => (await store.listBrowsers(database.read, ana))[0]?.failing_since
    await database.transaction(tx => store.noteFailed(tx, id, { at: NOW, reason: 'timeout' }))
    await database.transaction(tx => store.noteFailed(tx, id, { at: LATER, reason: 'unreachable' }))
    expect(await since()).toBe(NOW)
    await database.transaction(tx => store.noteDelivered(tx, id, LATER))
    expect(await since()).toBeNull()
  })
})
