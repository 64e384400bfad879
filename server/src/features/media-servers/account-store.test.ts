import { expect, it } from 'vitest'
import type { Database, Tx } from '#db/database.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { describeEachEngine } from '#test/engines.ts'
import { instanceRow } from '#test/instance-row.ts'
import * as store from './account-store.ts'
import * as attempts from './attempt-store.ts'
import * as policies from './audiobook-policy-store.ts'

const AT = '2026-11-15T09:00:00.000Z'

function record(user_id: number, more: Partial<store.AccountRecord> = {}): store.AccountRecord {
  return {
    user_id,
    instance_id: 'in_a',
    remote_user_id: `remote-${user_id}`,
    remote_username: `name-${user_id}`,
    created_by_app: false,
    manage_access: true,
    disabled: false,
    administrator: false,
    access_sync_pending: false,
    removed_by_app: false,
    invited_at: null,
    created_at: AT,
    ...more,
  }
}

async function prepare(database: Database, names: readonly string[]): Promise<number[]> {
  return database.transaction(async tx => {
    await tx.insertInto('instances').values(instanceRow('in_a', 'account_server_a')).execute()
    await tx.insertInto('instances').values(instanceRow('in_b', 'audiobook_server')).execute()
    const ids: number[] = []
    for (const name of names) ids.push((await insertPlainUser(tx, name, AT)).id)
    return ids
  })
}

async function grant(tx: Tx, user_id: number, instance_id = 'in_a'): Promise<void> {
  await tx.insertInto('instance_grants').values({ user_id, instance_id, created_at: AT }).execute()
}

describeEachEngine('accounts on media servers', open => {
  it('are read back as written, and changed one field at a time', async () => {
    const database = await open()
    const [uma = 0] = await prepare(database, ['uma'])
    const written = record(uma, { administrator: true, invited_at: AT })
    await database.transaction(tx => store.insertAccount(tx, written))
    const key = { user_id: uma, instance_id: 'in_a' }
    expect(await store.findAccount(database.read, key)).toEqual(written)
    await database.transaction(tx =>
      store.changeAccount(tx, key, { disabled: true, remote_username: 'other' }),
    )
    const changed = { ...written, disabled: true, remote_username: 'other' }
    expect(await store.accountsOfUser(database.read, uma)).toEqual([changed])
    expect(await store.accountsOfInstance(database.read, 'in_a')).toEqual([changed])
    expect(await store.allAccounts(database.read)).toEqual([{ ...changed, username: 'uma', role: 'user' }])
    expect(await store.holderOf(database.read, 'in_a', `remote-${uma}`)).toBe(uma)
    expect(await store.holderOf(database.read, 'in_b', `remote-${uma}`)).toBeUndefined()
    expect(await database.transaction(tx => store.deleteAccount(tx, key))).toBe(true)
    expect(await database.transaction(tx => store.deleteAccount(tx, key))).toBe(false)
  })

  it('belong to one user, also when two link the same one at the same moment', async () => {
    const database = await open()
    const ids = await prepare(database, ['uma', 'bo'])
    const outcomes = await Promise.allSettled(
      ids.map(id =>
        database.transaction(tx => store.insertAccount(tx, record(id, { remote_user_id: 'the-one' }))),
      ),
    )
    const refusals = outcomes.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
    expect(refusals).toMatchObject([{ code: 'remote_already_linked' }])
    expect(await store.accountsOfInstance(database.read, 'in_a')).toHaveLength(1)
  })

  it('are owed what is pending or disagrees with grant, pin and role, and linked-only ones nothing', async () => {
    const database = await open()
    const names = ['granted', 'pinned', 'admin', 'revoked', 'off', 'pending', 'linked', 'boss']
    const ids = await prepare(database, names)
    const idOf = (name: string) => ids[names.indexOf(name)] ?? 0
    await database.transaction(async tx => {
      await store.insertAccount(tx, record(idOf('granted')))
      await store.insertAccount(tx, record(idOf('pinned')))
      await store.insertAccount(tx, record(idOf('admin')))
      await store.insertAccount(tx, record(idOf('revoked')))
      await store.insertAccount(tx, record(idOf('off'), { disabled: true }))
      await store.insertAccount(tx, record(idOf('pending'), { access_sync_pending: true }))
      await store.insertAccount(tx, record(idOf('linked'), { manage_access: false }))
      await store.insertAccount(tx, record(idOf('boss'), { administrator: true }))
      for (const name of ['granted', 'off', 'pending']) await grant(tx, idOf(name))
      const pin = { user_id: idOf('pinned'), service_type: 'account_server_a', instance_id: 'in_a' } as const
      await tx.insertInto('instance_pins').values(pin).execute()
      await tx.updateTable('users').set({ role: 'admin' }).where('id', '=', idOf('admin')).execute()
    })
    const nameOf = (id: number) => names[ids.indexOf(id)] ?? ''
    const owed = async () =>
      (await store.owedAccounts(database.read)).map(key => nameOf(key.user_id)).toSorted()
    expect(await owed()).toEqual(['off', 'pending', 'revoked'])
    const marked = await database.transaction(tx => store.markOwed(tx, 'in_a', ids))
    expect(marked).toHaveLength(7)
    expect(await owed()).toEqual(['admin', 'boss', 'granted', 'off', 'pending', 'pinned', 'revoked'])
    expect(await database.transaction(tx => store.markOwed(tx, 'in_a', []))).toEqual([])
  })

  it('are no longer to be switched off once somebody has them again', async () => {
    const database = await open()
    const [uma = 0] = await prepare(database, ['uma'])
    const removal = { instance_id: 'in_a', remote_user_id: `remote-${uma}`, created_at: AT }
    const other = { ...removal, remote_user_id: 'another' }
    await database.transaction(tx => attempts.saveRemovals(tx, [removal, other]))
    await database.transaction(tx => attempts.saveRemovals(tx, [removal]))
    await database.transaction(tx => store.insertAccount(tx, record(uma)))
    expect(await attempts.allRemovals(database.read)).toEqual([other])
    await database.transaction(tx => attempts.deleteRemoval(tx, other))
    expect(await attempts.allRemovals(database.read)).toEqual([])
  })

  it('keep who must not be linked by itself', async () => {
    const database = await open()
    const [uma = 0, bo = 0] = await prepare(database, ['uma', 'bo'])
    const key = { user_id: uma, instance_id: 'in_a' }
    await database.transaction(async tx => {
      await store.suppressLinking(tx, key)
      await store.suppressLinking(tx, key)
    })
    expect(await store.suppressedInstances(database.read, uma)).toEqual(new Set(['in_a']))
    expect(await store.suppressedInstances(database.read, bo)).toEqual(new Set())
    await database.transaction(tx => store.allowLinking(tx, key))
    expect(await store.suppressedInstances(database.read, uma)).toEqual(new Set())
  })

  it('remember a creation that was begun, also after its user is gone', async () => {
    const database = await open()
    const [uma = 0, bo = 0] = await prepare(database, ['uma', 'bo'])
    const attempt = {
      id: 'mat_1',
      user_id: uma,
      instance_id: 'in_a',
      remote_username: 'uma',
      known_ids: ['one', 'two'],
      created_at: AT,
    }
    await database.transaction(async tx => {
      await attempts.saveAttempt(tx, attempt)
      await store.insertAccount(tx, record(bo))
      await tx.deleteFrom('users').where('id', '=', uma).execute()
    })
    expect(await attempts.allAttempts(database.read)).toEqual([attempt])
    expect(await attempts.attemptsOf(database.read, attempt)).toEqual([attempt])
    expect(await attempts.attemptsOf(database.read, { user_id: bo, instance_id: 'in_a' })).toEqual([])
    expect(await attempts.notLeftOver(database.read, attempt)).toEqual(['one', 'two', `remote-${bo}`])
    await database.transaction(tx => attempts.deleteAttempt(tx, 'mat_1'))
    expect(await attempts.allAttempts(database.read)).toEqual([])
  })
})

describeEachEngine('audiobook choices', open => {
  it('are saved over the former ones, and go with the user', async () => {
    const database = await open()
    const [uma = 0, bo = 0] = await prepare(database, ['uma', 'bo'])
    const save = (user_id: number, policy: policies.AudiobookPolicy) =>
      database.transaction(tx => policies.savePolicy(tx, { user_id, instance_id: 'in_b' }, policy))
    await save(uma, { mode: 'all', library_ids: [] })
    await save(uma, { mode: 'selected', library_ids: ['books'] })
    await save(bo, { mode: 'default', library_ids: [] })
    expect(await policies.policiesOf(database.read, 'in_b')).toEqual(
      new Map([
        [uma, { mode: 'selected', library_ids: ['books'] }],
        [bo, { mode: 'default', library_ids: [] }],
      ]),
    )
    expect(await policies.doUsersExist(database.read, [uma, bo, uma])).toBe(true)
    expect(await policies.doUsersExist(database.read, [uma, 4711])).toBe(false)
    expect(await policies.doUsersExist(database.read, [])).toBe(true)
    await database.transaction(tx => tx.deleteFrom('users').where('id', '=', uma).execute())
    expect([...(await policies.policiesOf(database.read, 'in_b')).keys()]).toEqual([bo])
  })
})
