import { SERVICE_TYPES, type ServiceType } from '@foyer/contract/instances/instance-types'
import type { DefaultInstances, InstanceGrants } from '@foyer/contract/instances/instance-grants'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { difference, instancesNamed } from './grant-rules.ts'
import * as store from './grant-store.ts'
import type { Inventory } from '../instance-inventory.ts'
import type { InstanceRecord } from '../instance-store.ts'

interface GrantChange {
  user_id: number
  instance_id: string
  granted: boolean
}

export interface GrantServiceParts {
  database: Database
  clock: Clock
  inventory: Inventory
  events: Events
  /** In the transaction that saves them. */
  grantsChanged: (tx: Tx, changes: readonly GrantChange[]) => Promise<void>
}

/** Who may use which instance: default pins and grants, by user and by instance (1/4.12, 1/I). */
export function createGrantService(parts: GrantServiceParts) {
  const { database, clock, inventory, events, grantsChanged } = parts
  /** Shares the lock of the instances: a granted instance must still exist. */
  const lock = <T>(run: (tx: Tx) => Promise<T>) => database.withWriteLock('instances', run)

  async function assertUser(db: Db, user_id: number): Promise<void> {
    if ((await store.findUserIds(db, [user_id])).length === 0) throw new Refusal('not_found')
  }

  async function assertInstance(db: Db, id: string): Promise<void> {
    if (!(await inventory.find(db, id))) throw new Refusal('not_found')
  }

  async function notifyUsers(tx: Tx, user_ids: readonly number[]): Promise<void> {
    if (user_ids.length === 0) return
    await events.publish(tx, { type: 'config_changed', data: {} }, { to: 'users', user_ids: [...user_ids] })
  }

  async function named(
    db: Db,
    ids: Partial<Record<ServiceType, readonly string[]>>,
  ): Promise<InstanceRecord[]> {
    const result = instancesNamed(await inventory.list(db), ids)
    if ('found' in result) return result.found
    if ('unknown' in result) throw new Refusal('instance_not_found')
    const field = result.wrong_type
    throw new Refusal('validation', { fields: { [field]: 'Choose an instance of this kind.' } })
  }

  async function defaultsOf(db: Db, user_id: number): Promise<DefaultInstances> {
    return { ...(await store.readHoldings(db, user_id)).pins }
  }

  async function grantsOf(db: Db, user_id: number): Promise<InstanceGrants> {
    const { grants } = await store.readHoldings(db, user_id)
    const granted = (await inventory.list(db)).filter(one => grants.has(one.id))
    const map: InstanceGrants = {}
    for (const { service_type, id } of granted) map[service_type] = [...(map[service_type] ?? []), id]
    return map
  }

  /** In a transaction that holds the lock of the instances. Returns whose grant changed; they are notified. */
  async function replaceUsersOf(tx: Tx, instance_id: string, user_ids: readonly number[]): Promise<number[]> {
    const { gone, added } = difference(await store.grantedUsers(tx, instance_id), user_ids)
    const created_at = iso(clock.now())
    await store.deleteGrantsOfInstance(tx, instance_id, gone)
    await store.insertGrants(
      tx,
      added.map(user_id => ({ user_id, instance_id, created_at })),
    )
    await notifyUsers(tx, [...gone, ...added])
    await grantsChanged(tx, [
      ...gone.map(user_id => ({ user_id, instance_id, granted: false })),
      ...added.map(user_id => ({ user_id, instance_id, granted: true })),
    ])
    return [...gone, ...added]
  }

  return {
    async readDefaults(user_id: number): Promise<DefaultInstances> {
      await assertUser(database.read, user_id)
      return defaultsOf(database.read, user_id)
    },
    replaceDefaults: (user_id: number, wanted: DefaultInstances): Promise<DefaultInstances> =>
      lock(async tx => {
        await assertUser(tx, user_id)
        const ids = Object.fromEntries(SERVICE_TYPES.map(type => [type, wanted[type] ? [wanted[type]] : []]))
        const pins = await named(tx, ids)
        const { grants, pins: before } = await store.readHoldings(tx, user_id)
        await store.replacePins(
          tx,
          user_id,
          pins.map(({ id, service_type }) => ({ service_type, instance_id: id })),
        )
        const { gone, added } = difference(
          Object.values(before),
          pins.map(pin => pin.id),
        )
        if (gone.length + added.length > 0) await notifyUsers(tx, [user_id])
        // What is granted besides stays the same.
        await grantsChanged(
          tx,
          changesOf(user_id, { gone, added }).filter(({ instance_id }) => !grants.has(instance_id)),
        )
        return defaultsOf(tx, user_id)
      }),
    async readGrants(user_id: number): Promise<InstanceGrants> {
      await assertUser(database.read, user_id)
      return grantsOf(database.read, user_id)
    },
    replaceGrants: (user_id: number, wanted: InstanceGrants): Promise<InstanceGrants> =>
      lock(async tx => {
        await assertUser(tx, user_id)
        const next = (await named(tx, wanted)).map(one => one.id)
        const { grants } = await store.readHoldings(tx, user_id)
        const { gone, added } = difference(grants, next)
        const created_at = iso(clock.now())
        await store.deleteGrantsOfUser(tx, user_id, gone)
        await store.insertGrants(
          tx,
          added.map(instance_id => ({ user_id, instance_id, created_at })),
        )
        if (gone.length + added.length > 0) await notifyUsers(tx, [user_id])
        await grantsChanged(tx, changesOf(user_id, { gone, added }))
        return grantsOf(tx, user_id)
      }),
    async readUsers(instance_id: string): Promise<number[]> {
      await assertInstance(database.read, instance_id)
      return store.grantedUsers(database.read, instance_id)
    },
    replaceUsers: (instance_id: string, user_ids: readonly number[]): Promise<number[]> =>
      lock(async tx => {
        await assertInstance(tx, instance_id)
        if ((await store.findUserIds(tx, user_ids)).length < new Set(user_ids).size) {
          throw new Refusal('validation', { fields: { user_ids: 'One of these people does not exist.' } })
        }
        await replaceUsersOf(tx, instance_id, user_ids)
        return store.grantedUsers(tx, instance_id)
      }),
    replaceUsersOf,
    /** In a transaction that holds the lock of the instances, for a user and an instance that exist. */
    async give(tx: Tx, user_id: number, instance_id: string): Promise<void> {
      const { grants } = await store.readHoldings(tx, user_id)
      if (grants.has(instance_id)) return
      await store.insertGrants(tx, [{ user_id, instance_id, created_at: iso(clock.now()) }])
      await notifyUsers(tx, [user_id])
      await grantsChanged(tx, [{ user_id, instance_id, granted: true }])
    },
  }
}

function changesOf(
  user_id: number,
  { gone, added }: { gone: readonly string[]; added: readonly string[] },
): GrantChange[] {
  return [
    ...gone.map(instance_id => ({ user_id, instance_id, granted: false })),
    ...added.map(instance_id => ({ user_id, instance_id, granted: true })),
  ]
}

export type Grants = Pick<ReturnType<typeof createGrantService>, 'give' | 'readUsers' | 'replaceUsersOf'>
