export type { ProviderKeys } from './provider-key-service.ts'
