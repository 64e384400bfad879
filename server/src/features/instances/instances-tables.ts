import type { ServiceType } from '@foyer/contract/instances/instance-types'
import type { Fixed, Flag, Time } from '#db/column-types.ts'

export interface InstancesTable {
  id: Fixed<string>
  service_type: Fixed<ServiceType>
  name: string
  name_key: string
  url: string
  /** Sealed; the purpose is the instance's id. */
  api_key_box: string | null
  is_default: Flag
  sort_order: number
  /** JSON list of `{source_path, local_path}`, first match wins. */
  media_path_mappings: string
  /** JSON; media servers only. */
  server_config: string | null
  /** JSON; library managers only. */
  delivery_defaults: string | null
  created_at: Fixed<Time>
  updated_at: Time
}

export interface InstanceGrantsTable {
  user_id: Fixed<number>
  instance_id: Fixed<string>
  created_at: Fixed<Time>
}

export interface InstancePinsTable {
  user_id: Fixed<number>
  service_type: Fixed<ServiceType>
  instance_id: string
}

export interface InstancesTables {
  instances: InstancesTable
  instance_grants: InstanceGrantsTable
  instance_pins: InstancePinsTable
}
