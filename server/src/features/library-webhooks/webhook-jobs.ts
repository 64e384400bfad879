import { z } from 'zod'
import type { Database, Tx } from '#db/database.ts'
import {
  type InstanceHooks,
  type InstanceRecord,
  type Inventory,
  isLibraryManager,
} from '#features/instances/index.ts'
import { defineJob, done, type Jobs, retry } from '#jobs/index.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ManagedWebhooks } from './managed-webhooks.ts'

export const installWebhook = defineJob({
  name: 'install-webhook',
  payload: z.object({ instance_id: z.string(), origin: z.string() }),
})

const BUSY = { reason: 'busy', after_ms: 5_000 }

/** Installs in the background after an instance was saved, and says farewell after one was deleted. */
export function createWebhookJobs(parts: {
  database: Database
  inventory: Inventory
  managed: ManagedWebhooks
  jobs: Jobs
  log: Log
}): InstanceHooks & { close(): Promise<void> } {
  const { database, inventory, managed, jobs, log } = parts
  const closing = new AbortController()
  const farewells = new Set<Promise<void>>()

  jobs.define(installWebhook)
  jobs.handle(installWebhook, async ({ payload, signal }) => {
    const instance = await inventory.find(database.read, payload.instance_id)
    if (!instance) return done()
    const url = await managed.expectedUrl(instance.id, { stored: undefined, request: payload.origin })
    if (url === null) return done()
    try {
      await managed.install(instance, url, signal)
      return done()
    } catch (error) {
      if (error instanceof Refusal && error.code === 'conflict') return retry(BUSY)
      // Deleted meanwhile; its farewell waits for our turn to end.
      if (error instanceof Refusal && error.code === 'not_found') return done()
      throw error
    }
  })

  return {
    async connected(tx: Tx, instance: InstanceRecord, origin: string) {
      if (!isLibraryManager(instance.service_type)) return
      // No lane: the turns of the webhooks serialise it, and a delivery need not wait for it (C4).
      await jobs.enqueue(
        tx,
        installWebhook,
        { instance_id: instance.id, origin },
        { dedupe_key: instance.id },
      )
    },
    deleted(instance, connection) {
      if (!isLibraryManager(instance.service_type) || connection.api_key === null) return
      const farewell = managed
        .remove(instance, connection, closing.signal)
        .catch((err: unknown) => log.warn({ err }, 'a webhook could not be removed from its manager'))
        .finally(() => farewells.delete(farewell))
      farewells.add(farewell)
    },
    async close() {
      closing.abort(new Error('Foyer is stopping.'))
      await Promise.all(farewells)
    },
  }
}
