import * as routes from '@foyer/contract/credentials'
import { type Binding, bind } from '#http/bind.ts'
import type { OutboundProxyService } from './outbound-proxy-service.ts'

export function outboundProxyRoutes(proxy: OutboundProxyService): Binding[] {
  return [
    bind(routes.getOutboundProxy).to(() => proxy.present()),
    bind(routes.putOutboundProxy).to(({ body }) => proxy.save(body)),
    bind(routes.postOutboundProxyTest).to(({ body }) => proxy.test(body)),
  ]
}
