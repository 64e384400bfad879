import { isVideoServer, type ServiceType } from '@foyer/contract/instances/instance-types'
import type { ServerConfig, ServerConfigChange } from '@foyer/contract/instances/instances'

/** The values of the media server card. */
export interface ServerDraft {
  public_address: string
  all_libraries: boolean
  library_ids: readonly string[]
  auto_approve: boolean
  video_ios: NonNullable<ServerConfig['video_apps']>['ios']
  listening_ios: NonNullable<ServerConfig['listening_apps']>['ios']
  listening_android: NonNullable<ServerConfig['listening_apps']>['android']
}

export function serverDraftOf(config: ServerConfig | undefined): ServerDraft {
  const library_ids = config?.library_ids ?? []
  return {
    public_address: config?.public_address ?? '',
    all_libraries: library_ids.length === 0,
    library_ids,
    auto_approve: config?.auto_approve ?? false,
    video_ios: config?.video_apps?.ios ?? '',
    listening_ios: config?.listening_apps?.ios ?? 'browser',
    listening_android: config?.listening_apps?.android ?? 'browser',
  }
}

/** The whole configuration, because it is replaced as a whole; only the fields of its type (1/I). */
export function serverChangeOf(
  type: ServiceType,
  draft: ServerDraft,
  before: ServerConfig | undefined,
): ServerConfigChange {
  return {
    public_address: draft.public_address,
    library_ids: draft.all_libraries ? [] : [...draft.library_ids],
    ...(type === 'invite_server' && {
      auto_approve: draft.auto_approve,
      ...(before?.machine_identifier && { machine_identifier: before.machine_identifier }),
    }),
    ...(isVideoServer(type) && { video_apps: { ios: draft.video_ios } }),
    ...(type === 'audiobook_server' && {
      listening_apps: { ios: draft.listening_ios, android: draft.listening_android },
    }),
  }
}

interface Library {
  id: string
  name: string
}

/** The libraries to choose from: the server's, and selected ones it no longer lists. */
export function libraryChoices(found: readonly Library[], chosen: readonly string[]): Library[] {
  const lost = chosen.filter(id => !found.some(one => one.id === id))
  return [...found, ...lost.map(id => ({ id, name: '' }))]
}
