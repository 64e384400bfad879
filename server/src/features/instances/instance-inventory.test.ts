import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { describeEachEngine } from '#test/engines.ts'
import { createInventory, keyPurpose } from './instance-inventory.ts'
import * as store from './instance-store.ts'
import type { InstanceRecord } from './instance-store.ts'

const AT = '2026-11-15T09:00:00.000Z'

describeEachEngine('the inventory', open => {
  const box = createSecretBox(randomBytes(32))
  const secrets: string[] = []
  const inventory = createInventory({
    box,
    media_roots: ['/media'],
    registerSecret: secret => secrets.push(secret),
  })

  const record = (id: string, service_type: InstanceRecord['service_type']): InstanceRecord => ({
    id,
    service_type,
    name: id,
    name_key: id,
    url: 'http://manager:7878',
    api_key_box: box.seal(`key of ${id}`, keyPurpose(id)),
    is_default: false,
    sort_order: 0,
    media_path_mappings: [],
    server_config: null,
    delivery_defaults: {},
    created_at: AT,
    updated_at: AT,
  })

  async function fill(database: Database) {
    const user = { role: 'user', invite_email: '', created_at: AT, password_hash: null } as const
    const flags = { password_enabled: 1, passkey_enabled: 1, ai_shared_enabled: 1 } as const
    return database.transaction(async tx => {
      await store.insertInstance(tx, record('in_m', 'movie_manager'))
      await store.insertInstance(tx, record('in_b', 'book_manager'))
      const { id } = await tx
        .insertInto('users')
        .values({ ...user, ...flags, username: 'bob', username_key: 'bob' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('instance_grants')
        .values({ user_id: id, instance_id: 'in_b', created_at: AT })
        .execute()
      return { bob: { user_id: id, role: 'user' }, eve: { user_id: 999, role: 'user' }, ana: ADMIN } as const
    })
  }
  const ADMIN = { user_id: 1000, role: 'admin' } as const

  it('0.6 resolves or refuses with the status of the clause', async () => {
    const { read, ...database } = await open()
    const { bob, eve, ana } = await fill({ read, ...database })
    const resolve = inventory.resolve
    expect((await resolve(read, bob, 'book_manager')).id).toBe('in_b')
    expect((await resolve(read, eve, 'movie_manager')).id).toBe('in_m')
    const refused = [
      [() => resolve(read, eve, 'book_manager'), 403, 'no_grant'],
      [() => resolve(read, eve, 'book_manager', 'in_b'), 403, 'instance_forbidden'],
      [() => resolve(read, bob, 'book_manager', 'in_m'), 403, 'instance_forbidden'],
      [() => resolve(read, ana, 'book_manager', 'in_m'), 404, 'instance_not_found'],
      [() => resolve(read, ana, 'music_manager'), 404, 'no_instance'],
      [() => resolve(read, ana, 'tv_manager', undefined, 409), 409, 'no_instance'],
      [() => resolve(read, bob, 'tv_manager', undefined, 409), 409, 'no_instance'],
    ] as const
    for (const [ask, status, code] of refused) await expect(ask()).rejects.toMatchObject({ status, code })
    expect(await inventory.decide(read, bob, 'tv_manager')).toEqual({
      instance: null,
      refusal: 'no_instance',
    })
    const defaults = await inventory.effectiveDefaults(read, bob)
    expect([defaults.movie_manager?.id, defaults.book_manager?.id, defaults.tv_manager]).toEqual([
      'in_m',
      'in_b',
      undefined,
    ])
  })

  it('1/6 tells who among many sees an instance now', async () => {
    const database = await open()
    const { bob, eve, ana } = await fill(database)
    const viewers = (id: string) => inventory.viewersAmong(database.read, id, [bob, eve, ana])
    expect(await viewers('in_b')).toEqual(new Set([bob.user_id, ana.user_id]))
    expect(await viewers('in_m')).toEqual(new Set([bob.user_id, eve.user_id, ana.user_id]))
    expect(await viewers('in_x')).toEqual(new Set())
  })

  it('opens a key for the instance it was sealed for, and makes it known as a secret', async () => {
    const database = await open()
    await fill(database)
    const movies = await inventory.find(database.read, 'in_m')
    expect(movies && inventory.connectionOf(movies)).toEqual({
      url: 'http://manager:7878',
      api_key: 'key of in_m',
    })
    expect(secrets).toContain('key of in_m')
    const moved = {
      ...record('in_m', 'movie_manager'),
      api_key_box: record('in_b', 'book_manager').api_key_box,
    }
    expect(() => inventory.connectionOf(moved)).toThrow(expect.objectContaining({ status: 503 }))
    expect(inventory.reachOf(moved)).toEqual({ url: 'http://manager:7878', api_key: null })
  })
})
