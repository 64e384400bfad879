import type { ServiceType } from '@foyer/contract/instances/instance-types'
import type { Insertable } from 'kysely'
import type { Tables } from '#db/tables.ts'

export type NewInstance = Insertable<Tables['instances']>

const AT = '2026-11-15T09:00:00.000Z'

/** A row of `instances`, without a service behind it unless `more` names one. */
export function instanceRow(
  id: string,
  service_type: ServiceType,
  more: Partial<Omit<NewInstance, 'id' | 'service_type'>> = {},
): NewInstance {
  const name = more.name ?? id
  return {
    id,
    service_type,
    name,
    name_key: name.toLowerCase(),
    url: 'http://127.0.0.1:9',
    api_key_box: null,
    is_default: 0,
    sort_order: 0,
    media_path_mappings: '[]',
    server_config: null,
    created_at: AT,
    updated_at: AT,
    ...more,
  }
}
