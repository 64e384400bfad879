import type { ServiceType } from '@foyer/contract/instances/instance-types'
import { SERVICE_TYPES } from '@foyer/contract/instances/instance-types'
import type { Db } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'
import { type SecretBox, WrongKey } from '#kit/crypto.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Connection } from '#ports/instance-connection.ts'
import * as grants from './grants/grant-store.ts'
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

/** The fields of a caller that decide what they see. */
export type Account = Pick<Caller, 'user_id' | 'role'>

export interface Inventory {
  /** Every instance, in order. Throws if storage cannot be read, which is answered with 503 (0.6). */
  list(db: Db): Promise<InstanceRecord[]>
  find(db: Db, id: string): Promise<InstanceRecord | undefined>
  visibleTo(db: Db, account: Account): Promise<InstanceRecord[]>
  /** Types without a default for this person are absent. */
  effectiveDefaults(db: Db, account: Account): Promise<Partial<Record<ServiceType, InstanceRecord>>>
  /** The decision of 0.6 as a value, for routes that handle "none" in their own way. */
  decide(
    db: Db,
    account: Account,
    type: ServiceType,
    instance_id?: string,
  ): Promise<Resolution<InstanceRecord>>
  /** The same decision, thrown as the refusal of 0.6. `none_status`: 409 where a title is requested. */
  resolve(
    db: Db,
    account: Account,
    type: ServiceType,
    instance_id?: string,
    none_status?: 404 | 409,
  ): Promise<InstanceRecord>
  /** Which of these people currently see the instance, for the audience of an event (1/6). */
  viewersAmong(db: Db, instance_id: string, accounts: readonly Account[]): Promise<Set<number>>
  /** Address and key of an instance; for adapters only, never for an answer. */
  connectionOf(instance: InstanceRecord): Connection
  /**
   * The same, but without a key if the stored one cannot be decrypted: to replace the key, or to clean up before a
   * removal.
   */
  reachOf(instance: InstanceRecord): Connection
  /** The folders that downloads may come from. */
  media_roots: readonly string[]
}

export interface InventoryParts {
  box: SecretBox
  media_roots: readonly string[]
  /** Receives every decrypted key, so that no log and no relayed answer can contain it. */
  registerSecret(secret: string): void
}

export function createInventory({ box, media_roots, registerSecret }: InventoryParts): Inventory {
  async function view(db: Db, account: Account) {
    const all = await store.listInstances(db)
    return { all, viewer: { role: account.role, ...(await grants.readHoldings(db, account.user_id)) } }
  }

  async function decide(db: Db, account: Account, type: ServiceType, instance_id?: string) {
    const { all, viewer } = await view(db, account)
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
    async visibleTo(db, account) {
      const { all, viewer } = await view(db, account)
      return visibleInstances(all, viewer)
    },
    async effectiveDefaults(db, account) {
      const { all, viewer } = await view(db, account)
      const found: Partial<Record<ServiceType, InstanceRecord>> = {}
      for (const type of SERVICE_TYPES) {
        const instance = effectiveDefault(all, viewer, type)
        if (instance) found[type] = instance
      }
      return found
    },
    async resolve(db, account, type, instance_id, none_status = 404) {
      const found = await decide(db, account, type, instance_id)
      if (found.instance) return found.instance
      throw new Refusal(found.refusal, found.refusal === 'no_instance' ? { status: none_status } : undefined)
    },
    async viewersAmong(db, instance_id, accounts) {
      const all = await store.listInstances(db)
      const holdings = await grants.readAllHoldings(db, [...new Set(accounts.map(one => one.user_id))])
      const canSee = ({ user_id, role }: Account) =>
        visibleInstances(all, { role, ...(holdings.get(user_id) ?? NOTHING) }).some(
          one => one.id === instance_id,
        )
      return new Set(accounts.filter(canSee).map(account => account.user_id))
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

/** The purpose a key is encrypted for: it cannot be moved to another instance. */
export function keyPurpose(instance_id: string): string {
  return `instance ${instance_id}`
}

function openKey(box: SecretBox, sealed: string, id: string): string {
  try {
    return box.open(sealed, keyPurpose(id))
  } catch (error) {
    // 0.3: temporarily unavailable; the stored key was encrypted with another encryption key.
    if (error instanceof WrongKey) throw new Refusal('unavailable', { cause: error })
    throw error
  }
}
