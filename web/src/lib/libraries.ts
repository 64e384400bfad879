import type { AppConfig } from '@foyer/contract/app-config'
import { MANAGER_OF, type MediaType } from '@foyer/contract/instances/instance-types'

/** The libraries of one kind that this account may use, the default first. */
export function librariesFor(config: AppConfig | undefined, type: MediaType) {
  return (config?.instances ?? [])
    .filter(({ service_type }) => service_type === MANAGER_OF[type])
    .toSorted((a, b) => Number(b.is_default) - Number(a.is_default))
    .map(({ id, name, is_default, media_downloads }) => ({ id, name, is_default, media_downloads }))
}

interface WithLibrary {
  media_type: MediaType
  instance_id?: string | undefined
  instance_name?: string | undefined
}

/** The name of a row's library, or nothing where it is the only library it could be. */
export function libraryToName(config: AppConfig | undefined, row: WithLibrary): string | undefined {
  const libraries = librariesFor(config, row.media_type)
  const is_only = libraries.length === 1 && libraries[0]?.id === row.instance_id
  return is_only ? undefined : row.instance_name
}
