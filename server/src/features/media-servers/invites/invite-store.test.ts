import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { describeEachEngine } from '#test/engines.ts'
import { instanceRow } from '#test/instance-row.ts'
import { type AccountRecord, insertAccount, owedAccounts, suppressLinking } from '../account-store.ts'
import { invitedSince, owedInvites } from './invite-store.ts'

const AT = '2026-11-15T09:00:00.000Z'
const EARLIER = '2026-11-14T09:00:00.000Z'

async function prepare(database: Database) {
  await database.transaction(async tx => {
    for (const id of ['in_plex', 'in_cabin'])
      await tx.insertInto('instances').values(instanceRow(id, 'invite_server')).execute()
    await tx.insertInto('instances').values(instanceRow('in_films', 'account_server_a')).execute()
  })
  return {
    addUser: (name: string, invite_email: string): Promise<number> =>
      database.transaction(async tx => {
        const { id } = await insertPlainUser(tx, name, AT)
        await tx.updateTable('users').set({ invite_email }).where('id', '=', id).execute()
        return id
      }),
    grant: (user_id: number, instance_id: string) =>
      database.transaction(tx =>
        tx.insertInto('instance_grants').values({ user_id, instance_id, created_at: AT }).execute(),
      ),
    pin: (user_id: number, instance_id: string) =>
      database.transaction(tx =>
        tx
          .insertInto('instance_pins')
          .values({ user_id, instance_id, service_type: 'invite_server' })
          .execute(),
      ),
    addAccount: (user_id: number, instance_id: string, more: Partial<AccountRecord> = {}) =>
      database.transaction(tx =>
        insertAccount(tx, {
          user_id,
          instance_id,
          remote_user_id: `${user_id}@example.org`,
          remote_username: 'somebody',
          created_by_app: true,
          manage_access: true,
          disabled: false,
          administrator: false,
          access_sync_pending: false,
          removed_by_app: false,
          invited_at: null,
          created_at: AT,
          ...more,
        }),
      ),
  }
}

describeEachEngine('invites in storage (2:4.13.1)', open => {
  it('are owed to people with an address and a grant or a default, once', async () => {
    const database = await open()
    const { addUser, grant, pin, addAccount } = await prepare(database)
    const uma = await addUser('uma', 'uma@example.org')
    const bob = await addUser('bob', '')
    const eve = await addUser('eve', 'eve@example.org')
    const kim = await addUser('kim', 'kim@example.org')
    await addUser('ned', 'ned@example.org')
    for (const user_id of [uma, bob, eve, kim]) await grant(user_id, 'in_plex')
    await grant(uma, 'in_films')
    await pin(uma, 'in_plex')
    await pin(eve, 'in_cabin')
    await addAccount(eve, 'in_plex', { remote_user_id: 'eve@example.org' })
    await database.transaction(tx => suppressLinking(tx, { user_id: kim, instance_id: 'in_plex' }))
    expect(await owedInvites(database.read)).toEqual([
      { user_id: uma, instance_id: 'in_plex' },
      { user_id: eve, instance_id: 'in_cabin' },
    ])
  })

  it('are owed to admins on every invite server, once also with a grant', async () => {
    const database = await open()
    const { addUser, grant, addAccount } = await prepare(database)
    const [ada, ben] = [await addUser('ada', 'ada@example.org'), await addUser('ben', 'ben@example.org')]
    await database.transaction(tx => tx.updateTable('users').set({ role: 'admin' }).execute())
    await grant(ada, 'in_plex')
    await addAccount(ben, 'in_plex', { remote_user_id: 'ben@example.org' })
    expect(await owedInvites(database.read)).toEqual([
      { user_id: ada, instance_id: 'in_cabin' },
      { user_id: ada, instance_id: 'in_plex' },
      { user_id: ben, instance_id: 'in_cabin' },
    ])
  })

  it('are owed to a new address, where Foyer sent the share and manages it', async () => {
    const database = await open()
    const { addUser, grant, addAccount } = await prepare(database)
    const names = ['moved', 'same', 'linked', 'adopted', 'owner'] as const
    const ids = new Map<string, number>()
    for (const name of names) {
      ids.set(name, await addUser(name, `${name}@Example.org`))
      await grant(ids.get(name) ?? 0, 'in_plex')
    }
    const add = (name: (typeof names)[number], more: Partial<AccountRecord> = {}) =>
      addAccount(ids.get(name) ?? 0, 'in_plex', more)
    await add('moved')
    await add('same', { remote_user_id: 'same@example.org' })
    await add('linked', { manage_access: false })
    await add('adopted', { created_by_app: false })
    await add('owner', { administrator: true })
    expect(await owedInvites(database.read)).toEqual([{ user_id: ids.get('moved'), instance_id: 'in_plex' }])
  })

  it('are dated by the account row while it is in use, the earliest of several', async () => {
    const database = await open()
    const { addUser, addAccount } = await prepare(database)
    const [uma, bob, eve] = [await addUser('uma', ''), await addUser('bob', ''), await addUser('eve', '')]
    await addAccount(uma, 'in_plex', { invited_at: AT, created_at: EARLIER })
    await addAccount(uma, 'in_cabin', { created_at: '2026-11-20T09:00:00.000Z' })
    await addAccount(uma, 'in_films', { created_at: EARLIER })
    await addAccount(bob, 'in_plex', { created_at: EARLIER })
    await addAccount(eve, 'in_plex', { disabled: true })
    await addAccount(eve, 'in_cabin', { administrator: true })
    const since = await invitedSince(database.read, [uma, bob, eve])
    expect([...since].sort(([a], [b]) => a - b)).toEqual([
      [uma, AT],
      [bob, EARLIER],
    ])
    expect(await invitedSince(database.read, [])).toEqual(new Map())
  })

  it('owe nothing for a share that somebody else removed, unlike for one that Foyer removed', async () => {
    const database = await open()
    const { addUser, grant, pin, addAccount } = await prepare(database)
    const [uma, bob, eve] = [await addUser('uma', ''), await addUser('bob', ''), await addUser('eve', '')]
    await addAccount(uma, 'in_plex', { disabled: true, removed_by_app: true })
    await addAccount(bob, 'in_plex', { disabled: true })
    await addAccount(eve, 'in_plex')
    for (const user_id of [uma, bob]) await grant(user_id, 'in_plex')
    await pin(eve, 'in_plex')
    expect(await owedAccounts(database.read)).toEqual([{ user_id: uma, instance_id: 'in_plex' }])
  })
})
