import * as routes from '@foyer/contract/kids'
import { type Binding, bind } from '#http/bind.ts'
import type { Kids } from './kids-service.ts'

export function kidsRoutes(kids: Kids): Binding[] {
  return [
    bind(routes.getCertifications).to(() => kids.certifications()),
    bind(routes.getContentPolicy).to(({ params }) => kids.read(params.userID)),
    bind(routes.putContentPolicy).to(({ caller, params, body }) => kids.replace(caller, params.userID, body)),
    bind(routes.deleteContentPolicy).to(async ({ params }) => {
      await kids.clear(params.userID)
      return { status: 'cleared' }
    }),
  ]
}
