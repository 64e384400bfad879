import type { LibraryManagerType } from '@foyer/contract/instance-types'
import type { ManagedWebhook } from '@foyer/contract/library-webhooks'
import type { Database, Tx } from '#db/database.ts'
import { type Inventory, type InstanceRecord, isLibraryManager } from '#features/instances/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { type SecretBox, sha256, WrongKey } from '#kit/crypto.ts'
import { newSecret } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { WebhookInstaller } from '#ports/webhook-installer.ts'
import { createTurns } from '#jobs/turns.ts'
import {
  callbackBase,
  type CallbackSources,
  callbackUrl,
  RECORD_NAME,
  usernameFor,
  webhookState,
} from './webhook-rules.ts'
import * as store from './webhook-store.ts'

export interface ManagedWebhooksParts {
  database: Database
  clock: Clock
  box: SecretBox
  inventory: Inventory
  installers: Readonly<Record<LibraryManagerType, WebhookInstaller>>
  callback: {
    configured: string | undefined
    base_path: string
    /** The external address as it is saved now; empty when there is none. */
    external(): Promise<string>
  }
  registerSecret(secret: string): void
}

const UNSUPPORTED: ManagedWebhook = { supported: false, configured: false, state: '' }

/** The record named "Foyer" in each library manager, and the credential it calls us with (1/I). */
export function createManagedWebhooks(parts: ManagedWebhooksParts) {
  const { database, clock, box, inventory, installers, callback } = parts
  const takeTurn = createTurns(parts)

  async function expectedUrl(instance_id: string, from: Pick<CallbackSources, 'stored' | 'request'>) {
    const { configured, base_path } = callback
    const external = await callback.external()
    // Two admins may reach us by two addresses; what one of them installed is not stale for the other.
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
    const live = await installers[type].find(inventory.connectionOf(instance), RECORD_NAME)
    const known = stored ? { ...stored, is_pending: stored.pending_box !== null } : null
    const state = webhookState(live, known, url)
    return { supported: true, configured: state === '', state, callback_url: url }
  }

  /** A new credential valid beside the one in use; an unfinished renewal goes on with the one it made. */
  async function beginRenewal(tx: Tx, instance_id: string, callback_url: string): Promise<string> {
    const before = await store.findWebhook(tx, instance_id)
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

  /** 1/I: both credentials stand until the manager has taken the new one. */
  async function install(instance: InstanceRecord, url: string, signal?: AbortSignal): Promise<void> {
    const type = instance.service_type
    if (!isLibraryManager(type)) throw new Refusal('wrong_service_type')
    const { id: instance_id } = instance
    await takeTurn(turnOf(instance_id), async () => {
      const connection = inventory.connectionOf(instance)
      const password = await database.withWriteLock(turnOf(instance_id), async tx => {
        if (!(await inventory.find(tx, instance_id))) throw new Refusal('not_found')
        return beginRenewal(tx, instance_id, url)
      })
      parts.registerSecret(password)
      const credential_hash = sha256(password)
      const form = { url, username: usernameFor(credential_hash), password }
      await installers[type].save(connection, RECORD_NAME, form, signal)
      const accepted_at = iso(clock.now())
      await database.transaction(tx =>
        store.acceptCredential(tx, { instance_id, credential_hash, accepted_at }),
      )
    })
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
    expectedUrl,
    /** C26: best effort, after whatever is under way for it. */
    async remove(instance: InstanceRecord, connection: Connection, signal: AbortSignal): Promise<void> {
      const type = instance.service_type
      if (!isLibraryManager(type)) return
      await takeTurn(turnOf(instance.id), () => installers[type].remove(connection, RECORD_NAME, signal))
    },
  }
}

export type ManagedWebhooks = ReturnType<typeof createManagedWebhooks>

function turnOf(instance_id: string): string {
  return `webhook:${instance_id}`
}

function pendingPurpose(instance_id: string): string {
  return `webhook ${instance_id}`
}

/** servarr-common.md, 9: a record is only saved when the manager's own test call reached us. */
function explainRefusal(error: unknown): unknown {
  if (!(error instanceof UpstreamFault) || error.status !== 400) return error
  return new Refusal('upstream_failed', {
    error: `${error.upstream} could not reach Foyer at the callback address, or refused the webhook.`,
    cause: error,
  })
}
