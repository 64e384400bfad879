export { managerProxyRoutes } from './proxy-routes.ts'
export { createManagerProxy, type KidsQuestion } from './proxy-service.ts'
