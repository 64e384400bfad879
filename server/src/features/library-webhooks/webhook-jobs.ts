import { isLibraryManager } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import type { Database, Tx } from '#db/database.ts'
import type { InstanceHooks, InstanceRecord, Inventory } from '#features/instances/index.ts'
import { defineJob, done, type Jobs, retry } from '#jobs/index.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ManagedWebhooks } from './managed-webhooks.ts'
import { findWebhook, forgetState } from './webhook-store.ts'
import type { WebhookStates } from './webhook-watch.ts'

export const installWebhook = defineJob({
  name: 'install-webhook',
  /** Without an origin, the previous address is used. */
  payload: z.object({ instance_id: z.string(), origin: z.string().optional() }),
})

export interface WebhookJobs extends Pick<InstanceHooks, 'connected' | 'leaving'> {
  /** C60: a record that is missing or changed in the manager is repaired automatically. */
  scheduleRepair(tx: Tx, instance: InstanceRecord): Promise<void>
  close(): Promise<void>
}

const BUSY = { reason: 'busy', after_ms: 5_000 }

/**
 * Installs the webhook in the background after an instance was saved or lost its webhook; removes it after a
 * deletion.
 */
export function createWebhookJobs(parts: {
  database: Database
  inventory: Inventory
  managed: ManagedWebhooks
  states: WebhookStates
  jobs: Jobs
  log: Log
}): WebhookJobs {
  const { database, inventory, managed, states, jobs, log } = parts
  const closing = new AbortController()
  const removals = new Set<Promise<void>>()

  jobs.define(installWebhook)
  jobs.handle(installWebhook, async ({ payload, signal }) => {
    const instance = await inventory.find(database.read, payload.instance_id)
    if (!instance) return done()
    const before = payload.origin === undefined ? await findWebhook(database.read, instance.id) : undefined
    const from = { stored: before?.callback_url, request: payload.origin }
    const url = await managed.expectedUrl(instance.id, from)
    if (url === null) return done()
    try {
      await managed.install(instance, url, signal)
      return done()
    } catch (error) {
      if (error instanceof Refusal && error.code === 'conflict') return retry(BUSY)
      // Deleted in the meantime; its removal waits until this operation ends.
      if (error instanceof Refusal && error.code === 'not_found') return done()
      if (!signal.aborted) await states.repairFailed(instance)
      throw error
    }
  })

  return {
    async connected(tx: Tx, instance: InstanceRecord, origin: string) {
      if (!isLibraryManager(instance.service_type)) return
      await forgetState(tx, instance.id)
      // No lane: webhook operations are serialised separately, and a delivery need not wait for them (C4).
      await jobs.enqueue(
        tx,
        installWebhook,
        { instance_id: instance.id, origin },
        { dedupe_key: instance.id },
      )
    },
    async leaving(tx, instance, connection) {
      if (!isLibraryManager(instance.service_type) || connection.api_key === null) return () => {}
      const stored = await findWebhook(tx, instance.id)
      return () => {
        const removal = managed
          .remove({ instance, connection, stored }, closing.signal)
          .catch((err: unknown) => log.warn({ err }, 'a webhook could not be removed from its manager'))
          .finally(() => removals.delete(removal))
        removals.add(removal)
      }
    },
    scheduleRepair: async (tx, instance) =>
      void (await jobs.enqueue(
        tx,
        installWebhook,
        { instance_id: instance.id },
        { dedupe_key: instance.id },
      )),
    async close() {
      closing.abort(new Error('Foyer is stopping.'))
      await Promise.all(removals)
    },
  }
}
