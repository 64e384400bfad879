import type { Instance, InstanceChange, NewInstance } from '@foyer/contract/instances/instances'
import {
  hasGlobalDefault,
  isLibraryManager,
  type ServiceType,
} from '@foyer/contract/instances/instance-types'
import type { WebhookState } from '@foyer/contract/library-webhooks'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import { assertStillMay } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { secretRequired } from '#kit/secret-required.ts'
import type { Connection, TestedService } from '#ports/instance-connection.ts'
import type { ConnectionTests } from './connection/connection-tests.ts'
import { cleanDeliveryDefaults } from './delivery/delivery-default-rules.ts'
import { insertGrants } from './grants/grant-store.ts'
import { mergeConnection } from './connection/instance-candidates.ts'
import {
  fieldProblems,
  movesKey,
  nameKey,
  needsKey,
  type Problems,
  replacesKey,
} from './instance-field-rules.ts'
import { type Inventory, keyPurpose } from './instance-inventory.ts'
import * as store from './instance-store.ts'
import type { InstanceRecord } from './instance-store.ts'
import type { OwnerLinks } from './connection/owner-links.ts'
import { offersDownloads, serverConfigOf } from './server-config-rules.ts'

/** What other slices do when instances are added and removed. */
export interface InstanceHooks {
  /** In the transaction that saved an instance that is new or has a new address. */
  connected(tx: Tx, instance: InstanceRecord, origin: string): Promise<void>
  /**
   * Before the deletion, in its transaction. The returned function runs after the commit: the last chance to reach
   * the instance.
   */
  leaving(tx: Tx, instance: InstanceRecord, connection: Connection): Promise<() => void>
  /** In the transaction that saved another selection of shared libraries. */
  librariesChanged(tx: Tx, instance_id: string): Promise<void>
  /** After its commit. */
  librariesSaved(instance_id: string): Promise<void>
}

type WebhookStates = ReadonlyMap<string, WebhookState>
/** The states of instances whose webhook does not work (C60). */
export type FindWebhookStates = (db: Db) => Promise<WebhookStates>

export interface InstanceServiceParts {
  database: Database
  clock: Clock
  box: SecretBox
  inventory: Inventory
  tests: ConnectionTests
  links: OwnerLinks
  events: Events
  hooks: InstanceHooks
  webhookStates: FindWebhookStates
}

/** How often a save repeats the test because somebody else changed the same connection in the meantime. */
const MAX_RETESTS = 3

export function createInstanceService(parts: InstanceServiceParts) {
  const { database, clock, box, inventory, tests, links, events, hooks, webhookStates } = parts
  const lock = <T>(run: (tx: Tx) => Promise<T>) => database.withWriteLock('instances', run)
  const now = () => iso(clock.now())

  function present(stored: InstanceRecord, states: WebhookStates): Instance {
    const { api_key_box, name_key: _key, server_config, delivery_defaults, ...record } = stored
    return {
      ...record,
      has_api_key: api_key_box !== null,
      media_downloads: offersDownloads(record, inventory.media_roots),
      ...(server_config && { server_config }),
      ...(isLibraryManager(record.service_type) && { delivery_defaults }),
      webhook_state: states.get(record.id) ?? '',
    }
  }

  /** 1:4.2: a successful change is sent to everybody, because it may change their view of the services. */
  async function notifyEverybody(tx: Tx): Promise<void> {
    await events.publish(tx, { type: 'config_changed', data: {} }, { to: 'everyone' })
  }

  function seal(id: string, api_key: string | null): string | null {
    return api_key === null ? null : box.seal(api_key, keyPurpose(id))
  }

  async function create(caller: Caller, input: NewInstance, origin: string): Promise<Instance> {
    const type = input.service_type
    const problems = fieldProblems(type, input, inventory.media_roots)
    if (needsKey(type, input)) problems['api_key'] = 'This is required.'
    refuse(problems)
    assertNameFree(await inventory.list(database.read), type, input.name)
    const connection = mergeConnection(input, null, links)
    const record = newRecord(input, connection, await tests.require(type, connection))
    await lock(async tx => {
      await assertStillMay(tx, caller, 'instances:manage')
      const all = await inventory.list(tx)
      assertNameFree(all, type, input.name)
      const isFirst = !all.some(one => one.service_type === type)
      record.is_default = hasGlobalDefault(type) && (isFirst || input.is_default === true)
      await store.insertInstance(tx, record)
      if (record.is_default) await store.clearOtherDefaults(tx, record)
      await hooks.connected(tx, record, origin)
      await notifyEverybody(tx)
    })
    return present(record, new Map())
  }

  /**
   * Takes over an instance of an earlier version, with the people who may use it already; nobody is notified. It is not
   * tested, because its server may be away while this one starts. Runs in a transaction that holds the lock of the
   * instances. Returns its id.
   */
  async function adopt(
    tx: Tx,
    input: NewInstance & { url: string; api_key: string },
    user_ids: readonly number[],
  ): Promise<string> {
    const all = await inventory.list(tx)
    const record = newRecord({ ...input, name: freeName(all, input) }, input, {})
    await store.insertInstance(tx, record)
    const grant = { instance_id: record.id, created_at: record.created_at }
    await insertGrants(
      tx,
      user_ids.map(user_id => ({ user_id, ...grant })),
    )
    return record.id
  }

  function newRecord(
    input: NewInstance,
    connection: Connection,
    found: Pick<TestedService, 'machine_identifier'>,
  ): InstanceRecord {
    const id = newId('in')
    const at = now()
    return {
      id,
      service_type: input.service_type,
      name: input.name,
      name_key: nameKey(input.name),
      url: connection.url,
      api_key_box: seal(id, connection.api_key),
      is_default: false,
      sort_order: input.sort_order ?? 0,
      media_path_mappings: input.media_path_mappings ?? [],
      server_config: serverConfigOf(input.service_type, input.server_config ?? {}, found),
      delivery_defaults: cleanDeliveryDefaults(input.delivery_defaults ?? {}),
      created_at: at,
      updated_at: at,
    }
  }

  async function change(
    caller: Caller,
    id: string,
    input: InstanceChange,
    origin: string,
  ): Promise<Instance> {
    for (let attempt = 0; attempt < MAX_RETESTS; attempt++) {
      const before = await inventory.find(database.read, id)
      if (!before) throw new Refusal('not_found')
      refuse(fieldProblems(before.service_type, input, inventory.media_roots))
      if (movesKey(input, before)) throw secretRequired('api_key')
      if (input.name !== undefined) {
        // 0.3: conflicts with stored data are reported before any upstream is called.
        assertNameFree(await inventory.list(database.read), before.service_type, input.name, id)
      }
      const stored = replacesKey(input) ? inventory.reachOf(before) : inventory.connectionOf(before)
      const connection = mergeConnection(input, stored, links)
      const isSame = connection.url === stored.url && connection.api_key === stored.api_key
      const found =
        isSame && input.link_pin === undefined ? null : await tests.require(before.service_type, connection)
      const saved = await lock(tx => save(tx, { caller, before, input, connection, found, origin }))
      if (!saved) continue
      if (!sharesTheSame(before, saved)) await hooks.librariesSaved(saved.id)
      return present(saved, await webhookStates(database.read))
    }
    throw new Refusal('conflict')
  }

  interface Save {
    caller: Caller
    before: InstanceRecord
    input: InstanceChange
    connection: Connection
    /** Null: the connection is unchanged and needed no test. */
    found: TestedService | null
    origin: string
  }

  /** Null: the tested connection is no longer the one that this change would save; test again. */
  async function save(tx: Tx, { caller, before, input, connection, found, origin }: Save) {
    await assertStillMay(tx, caller, 'instances:manage')
    const current = await inventory.find(tx, before.id)
    if (!current) throw new Refusal('not_found')
    const isChanged = current.url !== before.url || current.api_key_box !== before.api_key_box
    if (isChanged && found) return null
    const next = merge(current, input, found)
    if (found) Object.assign(next, { url: connection.url, api_key_box: seal(next.id, connection.api_key) })
    if (input.name !== undefined) {
      assertNameFree(await inventory.list(tx), next.service_type, next.name, next.id)
    }
    await store.updateInstance(tx, next)
    if (next.is_default) await store.clearOtherDefaults(tx, next)
    if (next.url !== current.url) await hooks.connected(tx, next, origin)
    if (!sharesTheSame(current, next)) await hooks.librariesChanged(tx, next.id)
    await notifyEverybody(tx)
    return next
  }

  /**
   * For an existing media server, in a transaction that holds the lock of the instances (C38). False: it already shared
   * exactly these. The caller notifies the people concerned, and runs `librariesSaved` after the commit.
   */
  async function shareLibraries(tx: Tx, current: InstanceRecord, library_ids: string[]): Promise<boolean> {
    const server_config = serverConfigOf(current.service_type, { ...current.server_config, library_ids })
    const next = { ...current, server_config, updated_at: now() }
    if (sharesTheSame(current, next)) return false
    await store.updateInstance(tx, next)
    await hooks.librariesChanged(tx, next.id)
    return true
  }

  /** Only the given fields change, so two admins who edit different ones lose nothing. */
  function merge(
    current: InstanceRecord,
    input: InstanceChange,
    found: TestedService | null,
  ): InstanceRecord {
    const type = current.service_type
    const stored_config = current.server_config
    const machine_identifier = found?.machine_identifier ?? stored_config?.machine_identifier
    const name = input.name ?? current.name
    return {
      ...current,
      name,
      name_key: nameKey(name),
      is_default: hasGlobalDefault(type) && (input.is_default ?? current.is_default),
      sort_order: input.sort_order ?? current.sort_order,
      media_path_mappings: input.media_path_mappings ?? current.media_path_mappings,
      server_config: input.server_config
        ? serverConfigOf(type, input.server_config, { machine_identifier })
        : stored_config && { ...stored_config, ...(machine_identifier && { machine_identifier }) },
      delivery_defaults: input.delivery_defaults
        ? cleanDeliveryDefaults(input.delivery_defaults)
        : current.delivery_defaults,
      updated_at: now(),
    }
  }

  async function remove(id: string): Promise<void> {
    await lock(async tx => {
      const record = await inventory.find(tx, id)
      if (!record) throw new Refusal('not_found')
      const afterwards = await hooks.leaving(tx, record, inventory.reachOf(record))
      await store.deleteInstance(tx, id)
      await notifyEverybody(tx)
      database.afterCommit(tx, afterwards)
    })
  }

  return {
    create,
    change,
    remove,
    adopt,
    shareLibraries,
    async list(): Promise<Instance[]> {
      const states = await webhookStates(database.read)
      return (await inventory.list(database.read)).map(record => present(record, states))
    },
    async get(id: string): Promise<Instance> {
      const record = await inventory.find(database.read, id)
      if (!record) throw new Refusal('not_found')
      return present(record, await webhookStates(database.read))
    },
  }
}

type InstanceService = ReturnType<typeof createInstanceService>
export type AdoptInstance = InstanceService['adopt']
export type ShareLibraries = InstanceService['shareLibraries']

function isTaken(all: readonly InstanceRecord[], type: ServiceType, name: string, except?: string): boolean {
  const key = nameKey(name)
  return all.some(one => one.service_type === type && one.name_key === key && one.id !== except)
}

function assertNameFree(...named: Parameters<typeof isTaken>): void {
  if (isTaken(...named)) throw new Refusal('name_taken')
}

/** "Plex"; if that is taken, "Plex 2" and so on. */
function freeName(all: readonly InstanceRecord[], { service_type, name }: NewInstance): string {
  let free = name
  for (let n = 2; isTaken(all, service_type, free); n++) free = `${name} ${n}`
  return free
}

function refuse(problems: Problems): void {
  const first = Object.entries(problems)[0]
  if (first) throw new Refusal('validation', { error: `${first[0]}: ${first[1]}`, fields: problems })
}

function sharesTheSame({ server_config: a }: InstanceRecord, { server_config: b }: InstanceRecord): boolean {
  const before = new Set(a?.library_ids)
  const after = new Set(b?.library_ids)
  return before.size === after.size && [...after].every(id => before.has(id))
}
