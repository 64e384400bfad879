import type { Database } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import type { OwnerAccount } from '#ports/owner-account.ts'
import {
  type ConnectionTesters,
  createConnectionTests,
  type LibraryListers,
} from './connection/connection-tests.ts'
import { createDeliveryOptions, type DeliveryOptionsReaders } from './delivery/delivery-options.ts'
import { createGrantService, type GrantServiceParts } from './grants/grant-service.ts'
import { createCandidates } from './connection/instance-candidates.ts'
import type { Inventory } from './instance-inventory.ts'
import { createInstanceService, type FindWebhookStates, type InstanceHooks } from './instance-service.ts'
import { createOwnerLinks } from './connection/owner-links.ts'

export interface InstancesParts {
  database: Database
  clock: Clock
  box: SecretBox
  inventory: Inventory
  events: Events
  testers: ConnectionTesters
  listers: LibraryListers
  options_readers: DeliveryOptionsReaders
  accounts: OwnerAccount
  hooks: InstanceHooks
  grantsChanged: GrantServiceParts['grantsChanged']
  webhookStates: FindWebhookStates
  registerSecret(secret: string): void
}

export function createInstances(parts: InstancesParts) {
  const tests = createConnectionTests(parts)
  const links = createOwnerLinks(parts)
  return {
    inventory: parts.inventory,
    links,
    service: createInstanceService({ ...parts, tests, links }),
    candidates: createCandidates({ ...parts, tests, links }),
    grants: createGrantService(parts),
    readDeliveryOptions: createDeliveryOptions(parts),
  }
}

export type Instances = ReturnType<typeof createInstances>
