export { proxyInForce } from './outbound-proxy-rules.ts'
export { outboundProxy } from './outbound-proxy-settings.ts'
export { createProxyHolder } from './proxy-holder.ts'
