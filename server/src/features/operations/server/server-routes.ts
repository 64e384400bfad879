import * as routes from '@foyer/contract/operations/server'
import { type Binding, bind } from '#http/bind.ts'
import type { ServerOperations } from './server-service.ts'

export function serverRoutes(server: ServerOperations): Binding[] {
  return [
    bind(routes.getAbout).to(() => server.about()),
    bind(routes.getDatabase).to(() => server.database()),
    bind(routes.checkDatabase).to(() => server.check()),
  ]
}
