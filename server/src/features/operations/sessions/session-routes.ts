import * as routes from '@foyer/contract/operations/sessions'
import type { EverybodysDevices } from '#features/sessions/index.ts'
import { type Binding, bind } from '#http/bind.ts'

export function sessionRoutes(everybody: EverybodysDevices): Binding[] {
  return [
    bind(routes.listSessions).to(({ caller, query }) => everybody.list(caller, query)),
    bind(routes.endSession).to(async ({ params }) => {
      await everybody.end(params.id)
      return { status: 'revoked' }
    }),
  ]
}
