import * as routes from '@foyer/contract/library-access'
import { type Binding, bind } from '#http/bind.ts'
import type { LibraryAccessService } from './library-access.ts'

export function libraryAccessRoutes(access: LibraryAccessService): Binding[] {
  return [
    bind(routes.getLibraryAccess).to(({ caller }) => access.read(caller)),
    bind(routes.askForAccess).to(({ caller, body }) => access.ask(caller, body.media_type)),
    bind(routes.getAccessAsks).to(() => access.listOpen()),
    bind(routes.grantAccess).to(({ params: { userID: user_id, media_type }, body }) =>
      access.grant({ user_id, media_type }, body.instance_id),
    ),
    bind(routes.declineAccess).to(({ params: { userID: user_id, media_type } }) =>
      access.decline({ user_id, media_type }),
    ),
    bind(routes.getLibraryAccessSettings).to(() => access.readSettings()),
    bind(routes.putLibraryAccessSettings).to(({ body }) => access.changeSettings(body)),
  ]
}
