import { AppConfig } from '@foyer/contract/app-config'
import { MEDIA_TYPES } from '@foyer/contract/instances/instance-types'
import type { Database, Db } from '#db/database.ts'
import { createKeptAnswers } from '#db/kept-answers.ts'
import type { AiAccounts } from '#features/ai-accounts/index.ts'
import { hiddenWithoutAccess, libraryAccessSettings } from '#features/library-access/index.ts'
import type { ProviderKeys } from '#features/provider-keys/index.ts'
import { remediation } from '#features/remediation-settings/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import type { Snapshot } from '#kit/snapshot.ts'
import type { Settings } from '#settings/settings.ts'
import { discovery } from './app-config-settings.ts'
import { type ConfigFacts, presentConfig, type ServerFacts } from './config-rules.ts'
import { effectiveHiddenTypes } from './discovery-rules.ts'
import type { InstanceInventory } from './instance-inventory.ts'
import { orUnavailable } from './unreadable.ts'

/** Room for about five hundred people. */
const KEPT_BYTES = 2 * 1024 * 1024

export interface ConfigParts {
  database: Database
  settings: Settings
  keys: Pick<ProviderKeys, 'configured'>
  ai: Pick<AiAccounts, 'availabilityOf'>
  inventory: Pick<InstanceInventory, 'list' | 'visibleTo'>
  server: Omit<ServerFacts, 'image_base_url'>
  /** Whether the caller may use a set-top box (2:4.12). */
  hasSetTopBoxes(db: Db, caller: Caller): Promise<boolean>
  /** The base URL that posters currently come from. */
  imageBaseUrl(db: Db): Promise<string>
}

/**
 * Every page requests this first, so the answer is kept as ready bytes per user. As with the session check
 * (docs/adr/0003), it is valid until this process commits a change; on PostgreSQL it is built for every request.
 */
export function createConfigs(parts: ConfigParts) {
  const { database, settings, keys, ai, inventory, server } = parts
  const answers = createKeptAnswers(database, { max_bytes: KEPT_BYTES })

  async function readFacts(db: Db, caller: Caller) {
    const [saved, { without_access }, all, own, providers, chat, agent, set_top_boxes] = await Promise.all([
      settings.read(db, discovery),
      settings.read(db, libraryAccessSettings),
      inventory.list(db),
      inventory.visibleTo(db, caller),
      keys.configured(db),
      ai.availabilityOf(db, caller.user_id),
      settings.read(db, remediation),
      parts.hasSetTopBoxes(db, caller),
    ])
    const hidden = new Set([
      ...effectiveHiddenTypes(saved, all),
      ...hiddenWithoutAccess({ all, visible: own.visible, without_access }),
    ])
    const facts: ConfigFacts = {
      ...own,
      ...providers,
      role: caller.role,
      inventory: all,
      hidden: MEDIA_TYPES.filter(type => hidden.has(type)),
      ai: chat.available,
      issues_enabled: agent.enabled,
      allow_reporting: agent.allow_reporting,
      set_top_boxes,
    }
    return { facts, is_certain: chat.reason !== 'storage_error' }
  }

  async function make(caller: Caller): Promise<Snapshot<Ready>> {
    const [{ facts, is_certain }, image_base_url] = await orUnavailable(
      Promise.all([readFacts(database.read, caller), parts.imageBaseUrl(database.read)]),
    )
    const config = AppConfig.parse(presentConfig({ ...server, image_base_url }, facts))
    // Chat whose account cannot be read is not available (2/4.6), but that is not kept: it may be readable again
    // without a commit.
    return { value: readyJson(config), isCurrent: () => is_certain }
  }

  return {
    /** Synchronous when the answer is cached. */
    configFor: (caller: Caller): Ready | Promise<Ready> =>
      answers(`${caller.user_id} ${caller.role}`, () => make(caller)),
  }
}

export type Configs = ReturnType<typeof createConfigs>
