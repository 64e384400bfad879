export { createApprovalPins } from './grants/approval-pins.ts'
export {
  type ConnectionTesters,
  createConnectionTests,
  type LibraryListers,
} from './connection/connection-tests.ts'
export type { DeliveryOptionsReaders } from './delivery/delivery-options.ts'
export type { Grants } from './grants/grant-service.ts'
export { acceptUrl, isUnderRoot } from './instance-field-rules.ts'
export { createInventory, type Inventory } from './instance-inventory.ts'
export {
  isManagerRecord,
  isMediaServerRecord,
  type ManagerRecord,
  type MediaServerRecord,
} from './instance-kinds.ts'
export { globalDefault, reachedBy } from './instance-rules.ts'
export type { AdoptInstance, InstanceHooks, ShareLibraries } from './instance-service.ts'
export type { InstanceRecord } from './instance-store.ts'
export { offersDownloads } from './server-config-rules.ts'
