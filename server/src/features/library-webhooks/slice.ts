import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import { externalAddress } from '#features/connect-links/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { WebhookInstaller } from '#ports/webhook-installer.ts'
import { createLibraryEvents } from './library-events.ts'
import { createManagedWebhooks } from './managed-webhooks.ts'
import { createWebhookJobs } from './webhook-jobs.ts'
import { webhookRoutes } from './webhook-routes.ts'
import { createWebhookStates, createWebhookWatch } from './webhook-watch.ts'

interface Needs {
  inventory: Inventory
  alerts: Alerts
  installers: Readonly<Record<LibraryManagerType, WebhookInstaller>>
}

/** Webhooks of the library managers: installing and watching them, and handling their reports. */
export function createLibraryWebhooksSlice(platform: Platform, needs: Needs) {
  const { config, database, settings, scrubber, limits, log, hooks } = platform
  const parts = { ...platform, ...needs }
  const states = createWebhookStates({
    ...parts,
    raiseLost: (tx, { instance, state, action }) =>
      needs.alerts.raise(tx, {
        type: 'webhook_lost',
        audience: { to: 'admins' },
        data: {
          instance_id: instance.id,
          instance_name: instance.name,
          webhook_state: state,
          webhook_action: action,
        },
      }),
  })
  const managed = createManagedWebhooks({
    ...parts,
    callback: {
      configured: config.library_callback_url,
      base_path: config.base_path,
      external: async () => (await settings.read(database.read, externalAddress)).external_url,
    },
    registerSecret: scrubber.register,
    accepted: states.markWorking,
  })
  const jobs = createWebhookJobs({ ...parts, managed, states })
  hooks.instanceConnected.on('library-webhooks', jobs.connected)
  hooks.instanceRemoved.on('library-webhooks', async (tx, instance, connection, afterCommit) =>
    afterCommit(await jobs.leaving(tx, instance, connection)),
  )
  const library_events = createLibraryEvents(parts)
  return {
    api: {
      /** Reports of the library managers. */
      library_events,
      /** Runs at each poll of a manager (C60). */
      watchWebhook: createWebhookWatch({ ...parts, managed, states, scheduleRepair: jobs.scheduleRepair }),
    },
    routes: webhookRoutes({ managed, library_events, limits, log }),
    close: jobs.close,
  }
}
