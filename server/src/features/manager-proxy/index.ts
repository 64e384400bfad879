export { managerProxyRoutes } from './proxy-routes.ts'
export { createManagerProxy } from './proxy-service.ts'
