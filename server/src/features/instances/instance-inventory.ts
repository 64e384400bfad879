import type { ServiceType } from '@foyer/contract/instance-types'
import { SERVICE_TYPES } from '@foyer/contract/instance-types'
import type { Db } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'
import { type SecretBox, WrongKey } from '#kit/crypto.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Connection } from '#ports/instance-connection.ts'
import * as grants from './grant-store.ts'
import {
  byOrder,
  effectiveDefault,
  type Holdings,
  type Resolution,
  resolveInstance,
  visibleInstances,
} from './instance-rules.ts'
import * as store from './instance-store.ts'
import type { InstanceRecord } from './instance-store.ts'

/** Who asks: enough of a caller to know what they see. */
export type Asker = Pick<Caller, 'user_id' | 'role'>

export interface Inventory {
  /** Every instance, in order. Storage that cannot be read throws, which the edge answers with 503 (0.6). */
  list(db: Db): Promise<InstanceRecord[]>
  find(db: Db, id: string): Promise<InstanceRecord | undefined>
  visibleTo(db: Db, asker: Asker): Promise<InstanceRecord[]>
  /** Types of which the asker has no default are absent. */
  effectiveDefaults(db: Db, asker: Asker): Promise<Partial<Record<ServiceType, InstanceRecord>>>
  /** The decision of 0.6 as a value, for routes that answer "none" in their own way. */
  decide(db: Db, asker: Asker, type: ServiceType, instance_id?: string): Promise<Resolution<InstanceRecord>>
  /** The same decision, thrown as the refusal of 0.6. `none_status`: 409 where a title is requested. */
  resolve(
    db: Db,
    asker: Asker,
    type: ServiceType,
    instance_id?: string,
    none_status?: 404 | 409,
  ): Promise<InstanceRecord>
  /** Which of these people see the instance now, for the audience of an event (1/6). */
  viewersAmong(db: Db, instance_id: string, askers: readonly Asker[]): Promise<Set<number>>
  /** Where and with what key an instance is reached; for adapters only, never for an answer. */
  connectionOf(instance: InstanceRecord): Connection
  /** The same without a key when the stored one cannot be opened: to replace it, or to say farewell. */
  reachOf(instance: InstanceRecord): Connection
  /** The folders that downloads may come from. */
  media_roots: readonly string[]
}

export interface InventoryParts {
  box: SecretBox
  media_roots: readonly string[]
  /** Told every key that is opened, so that no log and no relayed answer can show it. */
  registerSecret(secret: string): void
}

export function createInventory({ box, media_roots, registerSecret }: InventoryParts): Inventory {
  async function view(db: Db, asker: Asker) {
    const all = await store.listInstances(db)
    return { all, viewer: { role: asker.role, ...(await grants.readHoldings(db, asker.user_id)) } }
  }

  async function decide(db: Db, asker: Asker, type: ServiceType, instance_id?: string) {
    const { all, viewer } = await view(db, asker)
    return resolveInstance(all, viewer, type, instance_id)
  }

  function connectionOf({ id, url, api_key_box }: InstanceRecord): Connection {
    const api_key = api_key_box === null ? null : openKey(box, api_key_box, id)
    if (api_key) registerSecret(api_key)
    return { url, api_key }
  }

  return {
    media_roots,
    decide,
    list: async db => (await store.listInstances(db)).sort(byOrder),
    find: store.findInstance,
    async visibleTo(db, asker) {
      const { all, viewer } = await view(db, asker)
      return visibleInstances(all, viewer)
    },
    async effectiveDefaults(db, asker) {
      const { all, viewer } = await view(db, asker)
      const found: Partial<Record<ServiceType, InstanceRecord>> = {}
      for (const type of SERVICE_TYPES) {
        const instance = effectiveDefault(all, viewer, type)
        if (instance) found[type] = instance
      }
      return found
    },
    async resolve(db, asker, type, instance_id, none_status = 404) {
      const found = await decide(db, asker, type, instance_id)
      if (found.instance) return found.instance
      throw new Refusal(found.refusal, found.refusal === 'no_instance' ? { status: none_status } : undefined)
    },
    async viewersAmong(db, instance_id, askers) {
      const all = await store.listInstances(db)
      const holdings = await grants.readAllHoldings(db, [...new Set(askers.map(one => one.user_id))])
      const sees = ({ user_id, role }: Asker) =>
        visibleInstances(all, { role, ...(holdings.get(user_id) ?? NOTHING) }).some(
          one => one.id === instance_id,
        )
      return new Set(askers.filter(sees).map(asker => asker.user_id))
    },
    connectionOf,
    reachOf(instance) {
      try {
        return connectionOf(instance)
      } catch (error) {
        if (error instanceof Refusal) return { url: instance.url, api_key: null }
        throw error
      }
    },
  }
}

const NOTHING: Holdings = { pins: {}, grants: new Set() }

/** What a key is sealed for: it cannot be moved to another instance. */
export function keyPurpose(instance_id: string): string {
  return `instance ${instance_id}`
}

function openKey(box: SecretBox, sealed: string, id: string): string {
  try {
    return box.open(sealed, keyPurpose(id))
  } catch (error) {
    // 0.3: this server cannot tell right now; what is stored was written with another key.
    if (error instanceof WrongKey) throw new Refusal('unavailable', { cause: error })
    throw error
  }
}
