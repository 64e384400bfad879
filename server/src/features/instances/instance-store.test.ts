import { expect, it } from 'vitest'
import type { Tx } from '#db/database.ts'
import { describeEachEngine } from '#test/engines.ts'
import * as grants from './grants/grant-store.ts'
import * as store from './instance-store.ts'
import type { InstanceRecord } from './instance-store.ts'

const AT = '2026-11-15T09:00:00.000Z'
const record = (id: string, more: Partial<InstanceRecord> = {}): InstanceRecord => ({
  id,
  service_type: 'movie_manager',
  name: id,
  name_key: id,
  url: 'http://manager:7878',
  api_key_box: 'v1.sealed',
  is_default: false,
  sort_order: 0,
  media_path_mappings: [],
  server_config: null,
  delivery_defaults: {},
  created_at: AT,
  updated_at: AT,
  ...more,
})

async function insertUser(tx: Tx, username: string): Promise<number> {
  const row = { username, username_key: username, role: 'user', invite_email: '', created_at: AT } as const
  const flags = {
    password_hash: null,
    password_enabled: 1,
    passkey_enabled: 1,
    ai_shared_enabled: 1,
  } as const
  const { id } = await tx
    .insertInto('users')
    .values({ ...row, ...flags })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describeEachEngine('instances', open => {
  it('reads back what was written', async () => {
    const database = await open()
    const movies = record('in_m', {
      media_path_mappings: [{ source_path: 'D:\\Films', local_path: '/media' }],
    })
    const server = record('in_s', {
      service_type: 'invite_server',
      server_config: { public_address: 'https://a', library_ids: ['1'], auto_approve: true },
    })
    await database.transaction(async tx => {
      await store.insertInstance(tx, movies)
      await store.insertInstance(tx, server)
      await store.updateInstance(tx, { ...server, name: 'Plex', sort_order: -3 })
    })
    expect(await store.findInstance(database.read, 'in_m')).toEqual(movies)
    expect(await store.findInstance(database.read, 'in_s')).toEqual({
      ...server,
      name: 'Plex',
      sort_order: -3,
    })
    expect(await store.findInstance(database.read, 'in_x')).toBeUndefined()
  })

  it('reads what stood in the place of mappings before there were any as downloads off (1:4.13 rule 3)', async () => {
    const database = await open()
    await database.transaction(async tx => {
      await store.insertInstance(tx, record('in_m'))
      await tx.updateTable('instances').set({ media_path_mappings: '"bridge"' }).execute()
    })
    expect(await store.findInstance(database.read, 'in_m')).toEqual(record('in_m'))
  })

  it('keeps the defaults of new titles, and stores nothing where there are none (C59)', async () => {
    const database = await open()
    const delivery_defaults = { root_folder: '/films', tags: [3, 1], search_on_add: false }
    await database.transaction(tx => store.insertInstance(tx, record('in_m', { delivery_defaults })))
    expect(await store.findInstance(database.read, 'in_m')).toEqual(record('in_m', { delivery_defaults }))
    await database.transaction(tx => store.updateInstance(tx, record('in_m')))
    const row = await database.read.selectFrom('instances').select('delivery_defaults').executeTakeFirst()
    expect(row).toEqual({ delivery_defaults: null })
    expect(await store.findInstance(database.read, 'in_m')).toEqual(record('in_m'))
  })

  it('keeps names unique per type, and one default (1/I)', async () => {
    const database = await open()
    await database.transaction(async tx => {
      await store.insertInstance(tx, record('in_a', { is_default: true }))
      await store.insertInstance(tx, record('in_b', { is_default: true }))
      await store.insertInstance(
        tx,
        record('in_t', { service_type: 'tv_manager', name_key: 'in_a', is_default: true }),
      )
      await store.clearOtherDefaults(tx, record('in_b'))
    })
    const twin = database.transaction(tx => store.insertInstance(tx, record('in_c', { name_key: 'in_a' })))
    await expect(twin).rejects.toMatchObject({ kind: 'unique' })
    const flags = (await store.listInstances(database.read)).map(one => [one.id, one.is_default])
    expect(Object.fromEntries(flags)).toEqual({ in_a: false, in_b: true, in_t: true })
  })

  it('takes grants, pins and the webhook along when it goes (1/I)', async () => {
    const database = await open()
    const user_id = await database.transaction(async tx => {
      const id = await insertUser(tx, 'bob')
      await store.insertInstance(tx, record('in_a'))
      await store.insertInstance(tx, record('in_b'))
      await grants.insertGrants(tx, [
        { user_id: id, instance_id: 'in_a', created_at: AT },
        { user_id: id, instance_id: 'in_b', created_at: AT },
        { user_id: id, instance_id: 'in_b', created_at: AT },
      ])
      await grants.replacePins(tx, id, [{ service_type: 'movie_manager', instance_id: 'in_a' }])
      return id
    })
    expect(await grants.readHoldings(database.read, user_id)).toEqual({
      pins: { movie_manager: 'in_a' },
      grants: new Set(['in_a', 'in_b']),
    })
    await database.transaction(tx => store.deleteInstance(tx, 'in_a'))
    expect(await grants.readHoldings(database.read, user_id)).toEqual({ pins: {}, grants: new Set(['in_b']) })
  })

  it('reads the holdings of many at once, and of nobody', async () => {
    const database = await open()
    const [bob = 0, eve = 0] = await database.transaction(async tx => {
      const ids = [await insertUser(tx, 'bob'), await insertUser(tx, 'eve')]
      await store.insertInstance(tx, record('in_a'))
      await grants.insertGrants(tx, [{ user_id: ids[1] ?? 0, instance_id: 'in_a', created_at: AT }])
      return ids
    })
    const all = await grants.readAllHoldings(database.read, [bob, eve])
    expect([...all].map(([id, own]) => [id, own.grants.size])).toEqual([
      [bob, 0],
      [eve, 1],
    ])
    expect(await grants.readAllHoldings(database.read, [])).toEqual(new Map())
    expect(await grants.grantedUsers(database.read, 'in_a')).toEqual([eve])
    expect(await grants.findUserIds(database.read, [bob, 999])).toEqual([bob])
    expect(await grants.findUserIds(database.read, [])).toEqual([])
  })
})
