import { SETUP_KEYS, type SetupKey, type SetupStatus } from '@foyer/contract/app-config'
import { isLibraryManager, type ServiceType, VIDEO_SERVERS } from '@foyer/contract/instances/instance-types'
import { SETUP_TEXTS } from './setup-texts.ts'

/** Facts that the checklist is derived from, read live each time (1:4.15). */
export interface SetupFacts {
  inventory: readonly { id: string; service_type: ServiceType; media_downloads: boolean }[]
  accepted_webhooks: ReadonlySet<string>
  metadata: boolean
  lists: boolean
  push_gateway: boolean
  discovery_saved: boolean
  ai_profile: boolean
  remediation_saved: boolean
}

export function isSetupKey(text: string): text is SetupKey {
  return SETUP_KEYS.some(key => key === text)
}

export function configuredItems(facts: SetupFacts): Record<SetupKey, boolean> {
  const { inventory, accepted_webhooks } = facts
  const has = (...types: readonly ServiceType[]) => inventory.some(one => types.includes(one.service_type))
  const managers = inventory.filter(one => isLibraryManager(one.service_type))
  return {
    movies: has('movie_manager'),
    tv: has('tv_manager'),
    metadata: facts.metadata,
    push: facts.push_gateway,
    media_servers: has(...VIDEO_SERVERS),
    lists: facts.lists,
    discovery_prefs: facts.discovery_saved,
    media_downloads: inventory.some(one => one.media_downloads),
    // A manager without a webhook does not report to Foyer, so all of them must have accepted it.
    monitoring: managers.length > 0 && managers.every(one => accepted_webhooks.has(one.id)),
    transcoder: has('transcoder'),
    books: has('book_manager'),
    music: has('music_manager'),
    ai: facts.ai_profile,
    remediation: facts.remediation_saved,
  }
}

/** A skip changes only the skip flag: a configured item stays configured, skipped or not (1:4.15). */
export function presentSetup(facts: SetupFacts, skips: Readonly<Record<string, boolean>>): SetupStatus {
  const configured = configuredItems(facts)
  return {
    items: SETUP_KEYS.map(key => ({
      key,
      ...SETUP_TEXTS[key],
      configured: configured[key],
      optional: true,
      skipped: skips[key] === true,
    })),
    configured: SETUP_KEYS.filter(key => configured[key]).length,
    total: SETUP_KEYS.length,
  }
}
