import { isDeepStrictEqual } from 'node:util'
import type { AiProvider } from '@foyer/contract/assistant/ai-providers'
import type { RemediationSettings } from '@foyer/contract/remediation/remediation'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import { type AiAccounts, credentialMissing, type ResolvedModel } from '#features/ai-accounts/index.ts'
import { type AiModels, validationFailed } from '#features/ai-models/index.ts'
import { assertMay, type Caller, type CurrentCaller } from '#kit/caller.ts'
import { ModelFault } from '#kit/model-fault.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Settings } from '#settings/settings.ts'
import { remediation, type SavedRemediation } from '#features/remediation-settings/index.ts'
import { applySettings, modelToTest, presentSettings, type SettingsChange } from './settings-rules.ts'

export interface SettingsParts {
  database: Database
  settings: Settings
  events: Events
  accounts: Pick<AiAccounts, 'resolveShared' | 'sharedBinding'>
  models: Pick<AiModels, 'prove'>
  /** The caller as stored now; called with the transaction that saves. */
  currentCaller(db: Db): CurrentCaller
  /** In the transaction that saved something, under the lock `settings`. */
  settingsChanged(tx: Tx, saved: SavedRemediation): Promise<void>
}

/** How problems are looked after (2:4.9). */
export function createRemediationSettings(parts: SettingsParts) {
  const { database, settings, events, accounts, models } = parts

  /** 2:4.7.2: one real answer of this model, from the provider and with the credential that runs would use. */
  async function prove(model: string, signal: AbortSignal): Promise<ResolvedModel> {
    const shared = await accounts.resolveShared()
    if (!shared) throw credentialMissing()
    try {
      await models.prove({ ...(await shared.account()), model }, signal)
    } catch (error) {
      throw error instanceof ModelFault ? validationFailed(error) : error
    }
    return shared
  }

  /** Under the lock of settings, which every change of the shared profile takes: what was tested is still in force. */
  async function testedWith(tx: Tx, tested: ResolvedModel | null): Promise<AiProvider | null> {
    if (!tested) return null
    if ((await accounts.sharedBinding(tx)) !== tested.binding) throw new Refusal('conflict')
    return tested.provider
  }

  async function assertAdmin(tx: Tx, caller: Caller): Promise<void> {
    assertMay(await parts.currentCaller(tx)(caller), 'remediation:manage')
  }

  return {
    async present(): Promise<RemediationSettings> {
      return presentSettings(await settings.read(database.read, remediation))
    },

    /** Tested before anything is saved; all of it is saved, or nothing. */
    async save(
      change: SettingsChange,
      { caller, signal }: { caller: Caller; signal: AbortSignal },
    ): Promise<RemediationSettings> {
      const model = modelToTest(change)
      const tested = model === null ? null : await prove(model, signal)
      return settings.lock(async tx => {
        await assertAdmin(tx, caller)
        const before = await settings.read(tx, remediation)
        const next = applySettings(before, change, await testedWith(tx, tested))
        // Also without a change: 1/4.15 counts that somebody has saved them once.
        await settings.update<SavedRemediation>(tx, remediation, next)
        if (isDeepStrictEqual(before, next)) return presentSettings(next)
        await events.publish(tx, { type: 'config_changed', data: {} }, { to: 'everyone' })
        await parts.settingsChanged(tx, next)
        return presentSettings(next)
      })
    },
  }
}

export type RemediationSettingsService = ReturnType<typeof createRemediationSettings>
