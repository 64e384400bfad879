export { providerKeyRoutes } from './provider-key-routes.ts'
export { createProviderKeys, type ProviderKeys } from './provider-key-service.ts'
