import type { AppConfig } from '@foyer/contract/app-config'
import { MANAGER_OF, type MediaType } from '@foyer/contract/instance-types'

/** The libraries of one kind that this account may use, the usual one first. */
export function librariesFor(config: AppConfig | undefined, type: MediaType) {
  return (config?.instances ?? [])
    .filter(({ service_type }) => service_type === MANAGER_OF[type])
    .toSorted((a, b) => Number(b.is_default) - Number(a.is_default))
    .map(({ id, name, is_default, media_downloads }) => ({ id, name, is_default, media_downloads }))
}
