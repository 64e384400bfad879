import { getDeliveryOptions } from '@foyer/contract/instances/delivery-defaults'
import * as grantRoutes from '@foyer/contract/instances/instance-grants'
import * as routes from '@foyer/contract/instances/instances'
import { type Binding, bind } from '#http/bind.ts'
import type { Instances } from './instances.ts'

export function instanceRoutes(instances: Instances): Binding[] {
  const { service, candidates, links, grants, inventory } = instances
  return [
    bind(routes.getInstances).to(() => service.list()),
    bind(routes.postInstance).to(({ caller, body, facts }) => service.create(caller, body, facts.origin)),
    bind(routes.getInstance).to(({ params }) => service.get(params.id)),
    bind(routes.putInstance).to(({ caller, params, body, facts }) =>
      service.change(caller, params.id, body, facts.origin),
    ),
    bind(routes.deleteInstance).to(async ({ params }) => {
      await service.remove(params.id)
      return { status: 'deleted' }
    }),
    bind(routes.postInstanceTest).to(({ body }) => candidates.test(body)),
    bind(routes.postInstanceLibraries).to(({ body }) => candidates.listLibraries(body)),
    bind(getDeliveryOptions).to(({ params }) => instances.readDeliveryOptions(params.id)),
    bind(routes.postInviteLinkBegin).to(() => links.begin()),
    bind(routes.postInviteLinkCheck).to(({ body }) => links.check(body.pin_id)),
    bind(routes.postInviteServers).to(async ({ body }) => ({ servers: await links.servers(body.link_pin) })),
    bind(routes.getMediaRoots).to(() => ({ roots: [...inventory.media_roots] })),
    bind(routes.getGrantUsers).to(async ({ params }) => ({ user_ids: await grants.readUsers(params.id) })),
    bind(routes.putGrantUsers).to(async ({ params, body }) => ({
      user_ids: await grants.replaceUsers(params.id, body.user_ids),
    })),
    bind(grantRoutes.getDefaultInstances).to(({ params }) => grants.readDefaults(params.userID)),
    bind(grantRoutes.putDefaultInstances).to(({ params, body }) =>
      grants.replaceDefaults(params.userID, body),
    ),
    bind(grantRoutes.getInstanceGrants).to(({ params }) => grants.readGrants(params.userID)),
    bind(grantRoutes.putInstanceGrants).to(({ params, body }) => grants.replaceGrants(params.userID, body)),
  ]
}
