export type { ManagerConfiguration } from './manager-configuration.ts'
