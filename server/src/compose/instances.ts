import type { Config } from '#config'
import type { Database } from '#db/database.ts'
import {
  createInstances,
  createInventory,
  instanceRoutes,
  type Inventory,
} from '#features/instances/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import type { Binding } from '#http/bind.ts'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { Upstreams } from './upstreams.ts'

export interface InstanceComposition {
  config: Config
  database: Database
  clock: Clock
  box: SecretBox
  scrubber: Scrubber
  events: EventHub
  inventory: Inventory
  upstreams: Upstreams
}

/** What is configured and who sees it; made first, for much else asks it. */
export function composeInventory(parts: { config: Config; box: SecretBox; scrubber: Scrubber }): Inventory {
  const { config, box, scrubber } = parts
  return createInventory({ box, media_roots: config.media_roots, registerSecret: scrubber.register })
}

/** Everything about configured instances: themselves, who may use them, and their ways in and out. */
export function composeInstances(parts: InstanceComposition): { bindings: Binding[] } {
  const { upstreams, scrubber } = parts
  const instances = createInstances({
    ...parts,
    testers: upstreams.testers,
    listers: upstreams.listers,
    accounts: upstreams.owner_accounts,
    hooks: { connected: async () => {}, deleted: () => {} },
    grantsChanged: async () => {},
    registerSecret: scrubber.register,
  })
  return { bindings: instanceRoutes(instances) }
}
