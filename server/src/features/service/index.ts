export { createReadiness } from './readiness.ts'
export { serviceRoutes } from './service-routes.ts'
