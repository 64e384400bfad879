export type { DiscoverySettingsService as DiscoverySettings } from './discovery-service.ts'
