import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { findUser, insertPlainUser } from '#features/sessions/index.ts'
import { describeEachEngine } from '#test/engines.ts'
import { instanceRow } from '#test/instance-row.ts'
import * as store from './user-store.ts'

const NOW = '2026-11-15T09:00:00.000Z'

async function addUser(database: Database, name: string, role: 'admin' | 'user' = 'user'): Promise<number> {
  return database.transaction(async tx => {
    const { id } = await insertPlainUser(tx, name, NOW)
    await store.setRole(tx, id, role)
    return id
  })
}

async function addDevice(database: Database, user_id: number, id: string): Promise<void> {
  await database.transaction(tx =>
    tx
      .insertInto('devices')
      .values({ id, user_id, device_name: id, kind: 'app', created_at: NOW, last_seen_at: NOW })
      .execute(),
  )
}

async function addPasskey(database: Database, user_id: number, id: string): Promise<void> {
  const fields = { public_key: 'k', counter: 0, transports: '[]', name: 'Passkey', created_at: NOW }
  await database.transaction(tx =>
    tx
      .insertInto('passkeys')
      .values({ id, user_id, credential_id: id, ...fields })
      .execute(),
  )
}

describeEachEngine('people in storage (1:4.12)', open => {
  it('counts devices and passkeys as numbers', async () => {
    const database = await open()
    const ana = await addUser(database, 'ana', 'admin')
    const bob = await addUser(database, 'bob')
    await addDevice(database, ana, 'd1')
    await addDevice(database, ana, 'd2')
    expect(await store.deviceCounts(database.read)).toEqual(new Map([[ana, 2]]))
    await addPasskey(database, ana, 'p1')
    await addPasskey(database, bob, 'p2')
    // The method is off, so what is stored counts for nothing.
    expect(await store.adminMethods(database.read)).toEqual([{ user_id: ana, password: false, passkeys: 0 }])
    await database.transaction(tx => store.setPasskeyMethod(tx, ana, true))
    expect(await store.adminMethods(database.read)).toEqual([{ user_id: ana, password: false, passkeys: 1 }])
    expect(await store.adminIds(database.read)).toEqual([ana])
  })

  it('erases what a disabled method had stored, of that user only', async () => {
    const database = await open()
    const ana = await addUser(database, 'ana')
    const bob = await addUser(database, 'bob')
    await addPasskey(database, ana, 'p1')
    await addPasskey(database, bob, 'p2')
    await database.transaction(async tx => {
      await tx.updateTable('users').set({ password_hash: 'hash', password_enabled: 1 }).execute()
      await store.setPasswordMethod(tx, ana, false)
      await store.setPasskeyMethod(tx, ana, false)
    })
    expect(await findUser(database.read, ana)).toMatchObject({ password_enabled: 0, password_hash: null })
    expect(await findUser(database.read, bob)).toMatchObject({ password_enabled: 1, password_hash: 'hash' })
    const passkeys = await database.read.selectFrom('passkeys').select('user_id').execute()
    expect(passkeys).toEqual([{ user_id: bob }])
  })

  it('ends setup links when passkeys are turned on again, of that user only', async () => {
    const database = await open()
    const [ana, bob] = [await addUser(database, 'ana'), await addUser(database, 'bob')]
    await database.transaction(async tx => {
      for (const user_id of [ana, bob]) {
        await store.setPasskeyMethod(tx, user_id, true)
        const link = { token_hash: `of ${user_id}`, user_id, expires_at: NOW }
        await tx.insertInto('passkey_setup_tokens').values(link).execute()
      }
    })
    const holders = async () =>
      (
        await database.read.selectFrom('passkey_setup_tokens').select('user_id').orderBy('user_id').execute()
      ).map(link => link.user_id)
    const enable = (enabled: boolean) => database.transaction(tx => store.setPasskeyMethod(tx, ana, enabled))
    // Already on, so nothing ends.
    await enable(true)
    expect(await holders()).toEqual([ana, bob])
    await enable(false)
    expect(await holders()).toEqual([ana, bob])
    await enable(true)
    expect(await holders()).toEqual([bob])
  })

  it('deletes a user with what hangs on the row, and nothing of others', async () => {
    const database = await open()
    const [ana, bob] = [await addUser(database, 'ana'), await addUser(database, 'bob')]
    for (const [user_id, id] of [
      [ana, 'a'],
      [bob, 'b'],
    ] as const) {
      await addDevice(database, user_id, id)
      await addPasskey(database, user_id, id)
      await database.transaction(async tx => {
        await tx.insertInto('instances').values(instanceRow(id, 'book_manager')).execute()
        await tx.insertInto('instance_grants').values({ user_id, instance_id: id, created_at: NOW }).execute()
        const pin = { user_id, service_type: 'book_manager' as const, instance_id: id }
        await tx.insertInto('instance_pins').values(pin).execute()
      })
    }
    await database.transaction(tx => store.deleteUser(tx, ana))
    for (const table of ['devices', 'passkeys', 'instance_grants', 'instance_pins'] as const) {
      const rows = await database.read.selectFrom(table).select('user_id').execute()
      expect([table, rows]).toEqual([table, [{ user_id: bob }]])
    }
    expect(await database.read.selectFrom('instances').select('id').execute()).toHaveLength(2)
  })

  it('lists devices with their owner, and says whether one was there to revoke', async () => {
    const database = await open()
    const ana = await addUser(database, 'ana')
    await addDevice(database, ana, 'd1')
    await database.transaction(tx => tx.updateTable('devices').set({ client_name: 'Claude' }).execute())
    expect(await store.allDevices(database.read)).toEqual([
      expect.objectContaining({ id: 'd1', username: 'ana', client_name: 'Claude' }),
    ])
    const revoke = () => database.transaction(tx => store.deleteDevice(tx, 'd1'))
    expect([await revoke(), await revoke()]).toEqual([true, false])
  })
})
