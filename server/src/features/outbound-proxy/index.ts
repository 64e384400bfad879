export { outboundProxyRoutes } from './outbound-proxy-routes.ts'
export { createOutboundProxy } from './outbound-proxy-service.ts'
export { createProxyHolder, type ProxyHolder } from './proxy-holder.ts'
