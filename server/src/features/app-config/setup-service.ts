import type { SetupKey, SetupStatus } from '@foyer/contract/app-config'
import type { Database, Db } from '#db/database.ts'
import type { AiAccounts } from '#features/ai-accounts/index.ts'
import type { ProviderKeys } from '#features/provider-keys/index.ts'
import { remediation } from '#features/remediation-settings/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Settings } from '#settings/settings.ts'
import { discovery, setupSkips } from './app-config-settings.ts'
import type { InstanceInventory } from './instance-inventory.ts'
import { isSetupKey, presentSetup, type SetupFacts } from './setup-rules.ts'
import { orUnavailable } from './unreadable.ts'

export interface SetupParts {
  database: Database
  settings: Settings
  keys: Pick<ProviderKeys, 'configured'>
  ai: Pick<AiAccounts, 'isSharedComplete'>
  inventory: Pick<InstanceInventory, 'list' | 'acceptedWebhooks'>
  push_gateway_url: string | undefined
}

export function createSetupChecklist(parts: SetupParts) {
  const { database, settings, keys, ai, inventory, push_gateway_url } = parts

  async function readFacts(db: Db): Promise<SetupFacts> {
    const [all, accepted_webhooks, providers, discovery_saved, ai_profile, remediation_saved] =
      await Promise.all([
        inventory.list(db),
        inventory.acceptedWebhooks(db),
        keys.configured(db),
        settings.isSaved(db, discovery),
        ai.isSharedComplete(db),
        settings.isSaved(db, remediation),
      ])
    return {
      inventory: all,
      accepted_webhooks,
      ...providers,
      push_gateway: push_gateway_url !== undefined,
      discovery_saved,
      ai_profile,
      remediation_saved,
    }
  }

  async function read(db: Db): Promise<SetupStatus> {
    const [facts, skips] = await Promise.all([readFacts(db), settings.read(db, setupSkips)])
    return presentSetup(facts, skips)
  }

  return {
    status: () => orUnavailable(read(database.read)),

    async skip(key: string, skipped: boolean): Promise<{ key: SetupKey; skipped: boolean }> {
      // 1/4.15: the key is part of the body, so an unknown key is an invalid request (400) and not a missing
      // object (404).
      if (!isSetupKey(key)) throw new Refusal('unknown_key', { status: 400 })
      await orUnavailable(settings.lock(tx => settings.update(tx, setupSkips, { [key]: skipped })))
      return { key, skipped }
    },
  }
}

export type SetupChecklist = ReturnType<typeof createSetupChecklist>
