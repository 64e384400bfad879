import {
  isLibraryManager,
  isMediaServer,
  isVideoServer,
  type ServiceType,
} from '@foyer/contract/instances/instance-types'
import type { PathMapping, ServerConfig, ServerConfigChange } from '@foyer/contract/instances/instances'
import { acceptUrl, isUnderRoot } from './instance-field-rules.ts'

/** Where people watch what a Plex server shares: Plex's own web player, the same for all servers (1/I). */
const INVITE_PUBLIC_ADDRESS = 'https://app.plex.tv'

/**
 * The complete configuration of a media server from the request, with the defaults of its type; null for other
 * types.
 */
export function serverConfigOf(
  type: ServiceType,
  change: ServerConfigChange,
  found: { machine_identifier?: string | undefined } = {},
): ServerConfig | null {
  if (!isMediaServer(type)) return null
  const fallback = type === 'invite_server' ? INVITE_PUBLIC_ADDRESS : ''
  const machine_identifier = change.machine_identifier ?? found.machine_identifier
  return {
    public_address: acceptUrl(change.public_address ?? fallback) ?? '',
    library_ids: [...new Set(change.library_ids)],
    ...(type === 'invite_server' && {
      ...(machine_identifier && { machine_identifier }),
      auto_approve: change.auto_approve ?? false,
    }),
    ...(isVideoServer(type) && change.video_apps && { video_apps: change.video_apps }),
    ...(type === 'audiobook_server' && {
      listening_apps: change.listening_apps ?? { ios: 'browser', android: 'browser' },
    }),
  }
}

/** Downloads need a media root and a path mapping that lies under one (1:4.13 rules 2 and 3). */
export function offersDownloads(
  instance: { service_type: ServiceType; media_path_mappings: readonly PathMapping[] },
  media_roots: readonly string[],
): boolean {
  if (!isLibraryManager(instance.service_type)) return false
  return instance.media_path_mappings.some(mapping => isUnderRoot(mapping.local_path, media_roots))
}
