import type { Platform } from '#platform/platform.ts'
import { outboundProxyRoutes } from './outbound-proxy-routes.ts'
import { createOutboundProxy, type OutboundProxyParts } from './outbound-proxy-service.ts'

/** The admin's proxy for calls to providers. */
export function createOutboundProxySlice(
  platform: Platform,
  needs: Pick<OutboundProxyParts, 'holder' | 'reach'>,
) {
  return { api: {}, routes: outboundProxyRoutes(createOutboundProxy({ ...platform, ...needs })) }
}
