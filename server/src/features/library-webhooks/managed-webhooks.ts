import { isLibraryManager, type LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { ManagedWebhook, WebhookState } from '@foyer/contract/library-webhooks'
import type { Database, Tx } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { type SecretBox, sha256, WrongKey } from '#kit/crypto.ts'
import { newSecret } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { WebhookInstaller } from '#ports/webhook-installer.ts'
import { createExclusive } from '#jobs/exclusive.ts'
import {
  callbackBase,
  type CallbackSources,
  callbackUrl,
  findOurs,
  nameForOurs,
  type Owner,
  polledState,
  type StoredWebhook,
  usernameFor,
  webhookState,
} from './webhook-rules.ts'
import * as store from './webhook-store.ts'
import type { WebhookRow } from './webhook-store.ts'

export interface ManagedWebhooksParts {
  database: Database
  clock: Clock
  box: SecretBox
  inventory: Inventory
  installers: Readonly<Record<LibraryManagerType, WebhookInstaller>>
  callback: {
    configured: string | undefined
    base_path: string
    /** The saved external address; empty when there is none. */
    external(): Promise<string>
  }
  registerSecret(secret: string): void
  /** The manager has our record in the right form; runs in the transaction that stores this. */
  accepted(tx: Tx, instance: InstanceRecord): Promise<void>
}

const UNSUPPORTED: ManagedWebhook = { supported: false, configured: false, state: '' }

/** Our own record in each library manager, and the credential it calls us with (1/I). */
export function createManagedWebhooks(parts: ManagedWebhooksParts) {
  const { database, clock, box, inventory, installers, callback, accepted } = parts
  const runExclusively = createExclusive(parts)

  async function expectedUrl(instance_id: string, from: Pick<CallbackSources, 'stored' | 'request'>) {
    const { configured, base_path } = callback
    const external = await callback.external()
    // Two admins may use two addresses of this server; a record installed through one is not stale for the other.
    if (!configured && external === '' && from.stored !== undefined) return from.stored
    const base = callbackBase({ configured, external, request: from.request }, base_path)
    return base && callbackUrl(base, instance_id)
  }

  async function findInstance(id: string): Promise<InstanceRecord> {
    const instance = await inventory.find(database.read, id)
    if (!instance) throw new Refusal('not_found')
    return instance
  }

  async function read(id: string, origin: string): Promise<ManagedWebhook> {
    const instance = await findInstance(id)
    const type = instance.service_type
    if (!isLibraryManager(type)) return UNSUPPORTED
    const stored = await store.findWebhook(database.read, id)
    const url = await expectedUrl(id, { stored: stored?.callback_url, request: origin })
    if (url === null) return { supported: true, configured: false, state: 'no_callback_url' }
    const records = await installers[type].list(inventory.connectionOf(instance))
    const live = findOurs(records, ownerOf(id, [stored]))
    const state = webhookState(live, storedWebhook(stored), url)
    return { supported: true, configured: state === '', state, callback_url: url }
  }

  /**
   * A new credential that is valid besides the current one; an unfinished renewal continues with the one it
   * created.
   */
  async function beginRenewal(
    tx: Tx,
    instance_id: string,
    callback_url: string,
    before: WebhookRow | undefined,
  ): Promise<string> {
    const unfinished = before && openPending(instance_id, before.pending_box)
    if (before && unfinished) {
      await store.saveWebhook(tx, { ...before, callback_url })
      return unfinished
    }
    const password = newSecret('w')
    await store.saveWebhook(tx, {
      instance_id,
      credential_hash: sha256(password),
      former_hash: before?.credential_hash ?? null,
      pending_box: box.seal(password, pendingPurpose(instance_id)),
      callback_url,
      accepted_at: before?.accepted_at ?? null,
      refused_at: before?.refused_at ?? null,
    })
    return password
  }

  function openPending(instance_id: string, sealed: string | null): string | null {
    if (sealed === null) return null
    try {
      return box.open(sealed, pendingPurpose(instance_id))
    } catch (error) {
      if (error instanceof WrongKey) return null
      throw error
    }
  }

  /** 1/I: both credentials are valid until the manager has stored the new one. */
  async function install(instance: InstanceRecord, url: string, leaving?: AbortSignal): Promise<void> {
    const type = instance.service_type
    if (!isLibraryManager(type)) throw new Refusal('wrong_service_type')
    const { id: instance_id } = instance
    const work = async (signal: AbortSignal) => {
      const connection = inventory.connectionOf(instance)
      const { password, before } = await database.withWriteLock(lockName(instance_id), async tx => {
        if (!(await inventory.find(tx, instance_id))) throw new Refusal('not_found')
        const before = await store.findWebhook(tx, instance_id)
        return { before, password: await beginRenewal(tx, instance_id, url, before) }
      })
      parts.registerSecret(password)
      const credential_hash = sha256(password)
      const records = await installers[type].list(connection, signal)
      // C60: identified by its address, or by a credential that it may hold, including a new one that is not
      // confirmed yet.
      const now = { credential_hash, former_hash: null }
      const ours = findOurs(records, ownerOf(instance_id, [before, now]))
      const form = {
        name: nameForOurs(records, ours, url),
        url,
        username: usernameFor(credential_hash),
        password,
      }
      await installers[type].save(connection, ours?.id ?? null, form, signal)
      const accepted_at = iso(clock.now())
      await database.transaction(async tx => {
        await store.acceptCredential(tx, { instance_id, credential_hash, accepted_at })
        await accepted(tx, instance)
      })
    }
    await runExclusively(lockName(instance_id), work, leaving)
  }

  async function renew(id: string, origin: string): Promise<ManagedWebhook> {
    const instance = await findInstance(id)
    if (!isLibraryManager(instance.service_type)) throw new Refusal('wrong_service_type')
    const url = await expectedUrl(id, { stored: undefined, request: origin })
    if (url === null) throw new Refusal('no_callback_url')
    await install(instance, url).catch((error: unknown) => {
      throw explainRefusal(error)
    })
    return read(id, origin)
  }

  return {
    read,
    renew,
    install,
    /**
     * C60: the state of the record at a poll. Throws if the manager does not answer, because the state is then
     * unknown.
     */
    async inspect(instance: InstanceRecord, leaving: AbortSignal): Promise<WebhookState> {
      const type = instance.service_type
      if (!isLibraryManager(type)) return ''
      const { id } = instance
      // Not during a renewal, which passes through both states.
      const work = async (signal: AbortSignal): Promise<WebhookState> => {
        const stored = await store.findWebhook(database.read, id)
        const url = await expectedUrl(id, { stored: stored?.callback_url, request: undefined })
        if (url === null) return 'no_callback_url'
        const records = await installers[type].list(inventory.connectionOf(instance), signal)
        const state = polledState(findOurs(records, ownerOf(id, [stored])), storedWebhook(stored), url)
        return state === '' && stored?.refused_at ? 'credential_refused' : state
      }
      return runExclusively(lockName(id), work, leaving)
    },
    expectedUrl,
    /** C26: best effort, after any running operation for this instance. */
    async remove({ instance, connection, stored }: LeavingWebhook, closing: AbortSignal): Promise<void> {
      const type = instance.service_type
      if (!isLibraryManager(type)) return
      const work = async (signal: AbortSignal) => {
        const records = await installers[type].list(connection, signal)
        const ours = findOurs(records, ownerOf(instance.id, [stored]))
        if (ours) await installers[type].remove(connection, ours.id, signal)
      }
      await runExclusively(lockName(instance.id), work, closing)
    },
  }
}

/** The webhook of an instance that has been deleted from storage. */
export interface LeavingWebhook {
  instance: InstanceRecord
  connection: Connection
  stored: WebhookRow | undefined
}

export type ManagedWebhooks = ReturnType<typeof createManagedWebhooks>

type Hashes = Pick<WebhookRow, 'credential_hash' | 'former_hash'>

function ownerOf(instance_id: string, rows: readonly (Hashes | undefined)[]): Owner {
  const hashes = rows.flatMap(row => [row?.credential_hash, row?.former_hash])
  return { instance_id, usernames: hashes.flatMap(hash => (hash ? [usernameFor(hash)] : [])) }
}

function storedWebhook(stored: WebhookRow | undefined): StoredWebhook | null {
  return stored ? { ...stored, is_pending: stored.pending_box !== null } : null
}

function lockName(instance_id: string): `webhook:${string}` {
  return `webhook:${instance_id}`
}

function pendingPurpose(instance_id: string): string {
  return `webhook ${instance_id}`
}

/** servarr-common.md, 9: a record is only saved if the manager's own test call reached us. */
function explainRefusal(error: unknown): unknown {
  if (!(error instanceof UpstreamFault) || error.status !== 400) return error
  return new Refusal('upstream_failed', {
    error: `${error.upstream} could not reach Foyer at the callback address, or refused the webhook.`,
    cause: error,
  })
}
