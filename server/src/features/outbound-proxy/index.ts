export { createProxyHolder } from './proxy-holder.ts'
