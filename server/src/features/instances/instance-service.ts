import type { Instance, InstanceChange, NewInstance } from '@foyer/contract/instances'
import type { ServiceType } from '@foyer/contract/instance-types'
import type { WebhookState } from '@foyer/contract/library-webhooks'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { secretRequired } from '#kit/secret-required.ts'
import type { Connection, TestedService } from '#ports/instance-connection.ts'
import type { ConnectionTests } from './connection-tests.ts'
import { mergeConnection } from './instance-candidates.ts'
import {
  fieldProblems,
  movesKey,
  nameKey,
  needsKey,
  type Problems,
  replacesKey,
} from './instance-field-rules.ts'
import { type Inventory, keyPurpose } from './instance-inventory.ts'
import { hasGlobalDefault } from './instance-rules.ts'
import * as store from './instance-store.ts'
import type { InstanceRecord } from './instance-store.ts'
import type { OwnerLinks } from './owner-links.ts'
import { offersDownloads, serverConfigOf } from './server-config-rules.ts'

/** What other slices do when instances come and go. */
export interface InstanceHooks {
  /** In the transaction that saved an instance, new or at another address. */
  connected(tx: Tx, instance: InstanceRecord, origin: string): Promise<void>
  /** Before it is deleted, in that transaction. What is answered runs after the commit: the last chance to reach it. */
  leaving(tx: Tx, instance: InstanceRecord, connection: Connection): Promise<() => void>
}

type WebhookStates = ReadonlyMap<string, WebhookState>
/** Of the instances whose webhook is not in order (C60). */
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

/** How often a save goes back to the test because somebody else changed the same connection meanwhile. */
const MAX_RETESTS = 3

export function createInstanceService(parts: InstanceServiceParts) {
  const { database, clock, box, inventory, tests, links, events, hooks, webhookStates } = parts
  const lock = <T>(run: (tx: Tx) => Promise<T>) => database.withWriteLock('instances', run)
  const now = () => iso(clock.now())

  function present(stored: InstanceRecord, states: WebhookStates): Instance {
    const { api_key_box, name_key: _key, server_config, ...record } = stored
    return {
      ...record,
      has_api_key: api_key_box !== null,
      media_downloads: offersDownloads(record, inventory.media_roots),
      ...(server_config && { server_config }),
      webhook_state: states.get(record.id) ?? '',
    }
  }

  /** 1:4.2: a successful change is told to everybody, whose view of the services may be another now. */
  async function tellEverybody(tx: Tx): Promise<void> {
    await events.publish(tx, { type: 'config_changed', data: {} }, { to: 'everyone' })
  }

  function seal(id: string, api_key: string | null): string | null {
    return api_key === null ? null : box.seal(api_key, keyPurpose(id))
  }

  async function create(given: NewInstance, origin: string): Promise<Instance> {
    const type = given.service_type
    const problems = fieldProblems(type, given, inventory.media_roots)
    if (needsKey(type, given)) problems['api_key'] = 'This is required.'
    refuse(problems)
    assertNameFree(await inventory.list(database.read), type, given.name)
    const connection = mergeConnection(given, null, links)
    const record = newRecord(given, connection, await tests.require(type, connection))
    await lock(async tx => {
      const all = await inventory.list(tx)
      assertNameFree(all, type, given.name)
      const isFirst = !all.some(one => one.service_type === type)
      record.is_default = hasGlobalDefault(type) && (isFirst || given.is_default === true)
      await store.insertInstance(tx, record)
      if (record.is_default) await store.clearOtherDefaults(tx, record)
      await hooks.connected(tx, record, origin)
      await tellEverybody(tx)
    })
    return present(record, new Map())
  }

  function newRecord(given: NewInstance, connection: Connection, found: TestedService): InstanceRecord {
    const id = newId('in')
    const at = now()
    return {
      id,
      service_type: given.service_type,
      name: given.name,
      name_key: nameKey(given.name),
      url: connection.url,
      api_key_box: seal(id, connection.api_key),
      is_default: false,
      sort_order: given.sort_order ?? 0,
      media_path_mappings: given.media_path_mappings ?? [],
      server_config: serverConfigOf(given.service_type, given.server_config ?? {}, found),
      created_at: at,
      updated_at: at,
    }
  }

  async function change(id: string, given: InstanceChange, origin: string): Promise<Instance> {
    for (let attempt = 0; attempt < MAX_RETESTS; attempt++) {
      const before = await inventory.find(database.read, id)
      if (!before) throw new Refusal('not_found')
      refuse(fieldProblems(before.service_type, given, inventory.media_roots))
      if (movesKey(given, before)) throw secretRequired('api_key')
      if (given.name !== undefined) {
        // 0.3: what clashes with what is stored is said before anybody is called.
        assertNameFree(await inventory.list(database.read), before.service_type, given.name, id)
      }
      const stored = replacesKey(given) ? inventory.reachOf(before) : inventory.connectionOf(before)
      const connection = mergeConnection(given, stored, links)
      const isSame = connection.url === stored.url && connection.api_key === stored.api_key
      const found =
        isSame && given.link_pin === undefined ? null : await tests.require(before.service_type, connection)
      const saved = await lock(tx => save(tx, { before, given, connection, found, origin }))
      if (saved) return present(saved, await webhookStates(database.read))
    }
    throw new Refusal('conflict')
  }

  interface Save {
    before: InstanceRecord
    given: InstanceChange
    connection: Connection
    /** Null: the connection is as it was and needed no test. */
    found: TestedService | null
    origin: string
  }

  /** Null: the connection that was tested is no longer the one this change would lead to; test again. */
  async function save(tx: Tx, { before, given, connection, found, origin }: Save) {
    const current = await inventory.find(tx, before.id)
    if (!current) throw new Refusal('not_found')
    const moved = current.url !== before.url || current.api_key_box !== before.api_key_box
    if (moved && found) return null
    const next = merge(current, given, found)
    if (found) Object.assign(next, { url: connection.url, api_key_box: seal(next.id, connection.api_key) })
    if (given.name !== undefined) {
      assertNameFree(await inventory.list(tx), next.service_type, next.name, next.id)
    }
    await store.updateInstance(tx, next)
    if (next.is_default) await store.clearOtherDefaults(tx, next)
    if (next.url !== current.url) await hooks.connected(tx, next, origin)
    await tellEverybody(tx)
    return next
  }

  /** Only the fields that were given; two admins who change different ones lose nothing. */
  function merge(
    current: InstanceRecord,
    given: InstanceChange,
    found: TestedService | null,
  ): InstanceRecord {
    const type = current.service_type
    const kept = current.server_config
    const machine_identifier = found?.machine_identifier ?? kept?.machine_identifier
    const name = given.name ?? current.name
    return {
      ...current,
      name,
      name_key: nameKey(name),
      is_default: hasGlobalDefault(type) && (given.is_default ?? current.is_default),
      sort_order: given.sort_order ?? current.sort_order,
      media_path_mappings: given.media_path_mappings ?? current.media_path_mappings,
      server_config: given.server_config
        ? serverConfigOf(type, given.server_config, { machine_identifier })
        : kept && { ...kept, ...(machine_identifier && { machine_identifier }) },
      updated_at: now(),
    }
  }

  async function remove(id: string): Promise<void> {
    await lock(async tx => {
      const record = await inventory.find(tx, id)
      if (!record) throw new Refusal('not_found')
      const afterwards = await hooks.leaving(tx, record, inventory.reachOf(record))
      await store.deleteInstance(tx, id)
      await tellEverybody(tx)
      database.afterCommit(tx, afterwards)
    })
  }

  return {
    create,
    change,
    remove,
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

function assertNameFree(
  all: readonly InstanceRecord[],
  type: ServiceType,
  name: string,
  except?: string,
): void {
  const key = nameKey(name)
  const taken = all.some(one => one.service_type === type && one.name_key === key && one.id !== except)
  if (taken) throw new Refusal('name_taken')
}

function refuse(problems: Problems): void {
  const first = Object.entries(problems)[0]
  if (first) throw new Refusal('validation', { error: `${first[0]}: ${first[1]}`, fields: problems })
}
