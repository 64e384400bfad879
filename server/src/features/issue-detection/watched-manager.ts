import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import { type InstanceRecord, isLibraryManager } from '#features/instances/index.ts'

/** A library manager is watched; media servers and the others are not. */
export type WatchedManager = InstanceRecord & { service_type: LibraryManagerType }

export function isWatched(instance: InstanceRecord): instance is WatchedManager {
  return isLibraryManager(instance.service_type)
}
