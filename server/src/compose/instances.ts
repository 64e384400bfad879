import type { Config } from '#config'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database, Tx } from '#db/database.ts'
import { externalAddress } from '#features/connect-links/index.ts'
import { forgetRecords } from '#features/deliveries/index.ts'
import {
  createInstances,
  createInventory,
  type InstanceRecord,
  instanceRoutes,
  type Inventory,
} from '#features/instances/index.ts'
import {
  createLibraryEvents,
  createManagedWebhooks,
  createWebhookJobs,
  createWebhookStates,
  createWebhookWatch,
  type LibraryEvents,
  webhookRoutes,
  webhookStates,
} from '#features/library-webhooks/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import { createManagerProxy, managerProxyRoutes } from '#features/manager-proxy/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import type { Binding } from '#http/bind.ts'
import type { RateLimits } from '#http/rate-limits.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import type { Log } from '#kit/log.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { Settings } from '#settings/settings.ts'
import type { Upstreams } from './upstreams.ts'

export interface InstanceComposition {
  config: Config
  database: Database
  settings: Settings
  broadcast: Broadcast
  jobs: Jobs
  clock: Clock
  log: Log
  box: SecretBox
  scrubber: Scrubber
  events: EventHub
  limits: RateLimits
  inventory: Inventory
  upstreams: Upstreams
  /** What kids accounts may see of the libraries. */
  kids: TitleGate
  raise: Alerts['raise']
  /** An instance is new, or at another address. */
  connected(tx: Tx, instance: InstanceRecord): Promise<void>
}

/** What is configured and who sees it; made first, for much else asks it. */
export function composeInventory(parts: { config: Config; box: SecretBox; scrubber: Scrubber }): Inventory {
  const { config, box, scrubber } = parts
  return createInventory({ box, media_roots: config.media_roots, registerSecret: scrubber.register })
}

export interface ComposedInstances {
  bindings: Binding[]
  /** What the library managers tell of themselves. */
  library_events: LibraryEvents
  /** At each poll of a manager (C60). */
  watchWebhook(instance: InstanceRecord, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Everything about configured instances: themselves, who may use them, and their ways in and out. */
export function composeInstances(parts: InstanceComposition): ComposedInstances {
  const { config, database, settings, upstreams, scrubber, limits } = parts
  const states = createWebhookStates({
    ...parts,
    raiseLost: (tx, { instance, state, action }) =>
      parts.raise(tx, {
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
    installers: upstreams.webhook_installers,
    callback: {
      configured: config.library_callback_url,
      base_path: config.base_path,
      external: async () => (await settings.read(database.read, externalAddress)).external_url,
    },
    registerSecret: scrubber.register,
    accepted: states.inOrder,
  })
  const hooks = createWebhookJobs({ ...parts, managed, states })
  const watchWebhook = createWebhookWatch({ ...parts, managed, states, putBack: hooks.putBack })
  const library_events = createLibraryEvents(parts)
  const instances = createInstances({
    ...parts,
    testers: upstreams.testers,
    listers: upstreams.listers,
    accounts: upstreams.owner_accounts,
    hooks: {
      leaving: hooks.leaving,
      async connected(tx, instance, origin) {
        await forgetRecords(tx, instance.id)
        await hooks.connected(tx, instance, origin)
        await parts.connected(tx, instance)
      },
    },
    webhookStates,
    grantsChanged: async () => {},
    registerSecret: scrubber.register,
  })
  const proxy = createManagerProxy({
    ...parts,
    gateways: upstreams.gateways,
    currentCaller: createCurrentCaller(database),
    cutForKids: parts.kids.libraryCut,
    queryForKids: parts.kids.libraryQuery,
  })
  return {
    library_events,
    watchWebhook,
    bindings: [
      ...instanceRoutes(instances),
      ...webhookRoutes({ managed, library_events, limits }),
      ...managerProxyRoutes(proxy),
    ],
    close: hooks.close,
  }
}
