import * as routes from '@foyer/contract/operations/outbox'
import { type Binding, bind } from '#http/bind.ts'
import type { OutboxOperations } from './outbox-service.ts'

export function outboxRoutes(outbox: OutboxOperations): Binding[] {
  return [
    bind(routes.getOutbox).to(({ query }) => outbox.sends(query)),
    bind(routes.listStuckDeliveries).to(({ query }) => outbox.stuck(query)),
  ]
}
