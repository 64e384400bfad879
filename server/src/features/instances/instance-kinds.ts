import {
  isLibraryManager,
  isMediaServer,
  type LibraryManagerType,
  type MediaServerType,
} from '@foyer/contract/instances/instance-types'
import type { InstanceRecord } from './instance-store.ts'

/** An instance that is a library manager. */
export interface ManagerRecord extends InstanceRecord {
  service_type: LibraryManagerType
}

/** An instance that is a media server. */
export interface MediaServerRecord extends InstanceRecord {
  service_type: MediaServerType
}

export function isManagerRecord(instance: InstanceRecord): instance is ManagerRecord {
  return isLibraryManager(instance.service_type)
}

export function isMediaServerRecord(instance: InstanceRecord): instance is MediaServerRecord {
  return isMediaServer(instance.service_type)
}
