import type { AppConfig } from '@foyer/contract/app-config'
import type { MediaType, ServiceType } from '@foyer/contract/instances/instance-types'
import { permissionsOf, type Role } from '@foyer/contract/permissions'
import type { CallerInventory, InventoryItem } from './instance-inventory.ts'

/** Facts that do not depend on the caller and do not change while the process runs. */
export interface ServerFacts {
  server_name: string
  version: string
  image_base_url: string
}

export interface ConfigFacts extends CallerInventory {
  role: Role
  /** The full inventory, before grants are applied. */
  inventory: readonly InventoryItem[]
  hidden: readonly MediaType[]
  metadata: boolean
  lists: boolean
  /** Whether the caller can chat (2/4.6). */
  ai: boolean
  /** 2/4.9: whether the agent is on, and whether people may report problems. */
  issues_enabled: boolean
  allow_reporting: boolean
  /** 1/4.2: whether there is a helper and the caller may use a box. */
  set_top_boxes: boolean
}

/** 9: there is no minimum version; if there were, it would warn and never block. */
const MIN_APP_VERSION = '0.0.0'

/** 1/4.2, field by field. Never contains a URL or path of an instance. */
export function presentConfig(server: ServerFacts, facts: ConfigFacts): AppConfig {
  const isAdmin = facts.role === 'admin'
  const mayDownload = permissionsOf(facts.role).includes('media:download')
  const shown = facts.visible.filter(one => isAdmin || one.service_type !== 'transcoder')
  const instances = shown.map(({ id, service_type, name, media_downloads }) => ({
    id,
    service_type,
    name,
    is_default: facts.default_ids.has(id),
    media_downloads: media_downloads && mayDownload,
  }))
  const has = (type: ServiceType) => instances.some(one => one.service_type === type)
  return {
    server_name: server.server_name,
    version: server.version,
    min_app_version: MIN_APP_VERSION,
    services: {
      movie_manager: has('movie_manager'),
      tv_manager: has('tv_manager'),
      book_manager: has('book_manager'),
      music_manager: has('music_manager'),
      media_downloads: instances.some(one => one.media_downloads),
      ai: facts.ai,
      metadata: facts.metadata,
      lists: facts.lists,
      transcoder: has('transcoder'),
    },
    instances,
    issues_enabled: facts.issues_enabled,
    allow_reporting: facts.allow_reporting,
    admin_catalog_browsing: true,
    hidden_discover_tabs: [...facts.hidden],
    request_quotas: true,
    tv_match_corrections: true,
    media_account_management: true,
    invite_access_requestable: isInviteRequestable(facts),
    set_top_boxes: facts.set_top_boxes,
    image_base_url: server.image_base_url,
  }
}

/** True if there is an invite server and the caller has no grant on any. */
function isInviteRequestable({ inventory, granted_ids }: ConfigFacts): boolean {
  const servers = inventory.filter(one => one.service_type === 'invite_server')
  return servers.length > 0 && !servers.some(one => granted_ids.has(one.id))
}
