import * as routes from '@foyer/contract/operations/logs'
import { type Binding, bind } from '#http/bind.ts'
import type { LogOperations } from './log-service.ts'

export function logRoutes(logs: LogOperations): Binding[] {
  return [
    bind(routes.getLogs).to(({ query }) => logs.read(query)),
    bind(routes.putLogLevel).to(({ body }) => logs.setLevel(body.level)),
    bind(routes.deleteLogLevel).to(() => logs.resetLevel()),
  ]
}
