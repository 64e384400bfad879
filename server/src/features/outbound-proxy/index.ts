export { outboundProxyRoutes } from './outbound-proxy-routes.ts'
export { createOutboundProxy } from './outbound-proxy-service.ts'
export { createProxyHolder } from './proxy-holder.ts'
