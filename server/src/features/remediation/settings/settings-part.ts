import * as routes from '@foyer/contract/remediation/remediation'
import type { Tx } from '#db/database.ts'
import type { AiAccounts } from '#features/ai-accounts/index.ts'
import type { AiModels } from '#features/ai-models/index.ts'
import { type Issues, noteAgentProvider } from '#features/issues/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import { bind } from '#http/bind.ts'
import type { Platform } from '#platform/platform.ts'
import { remediation, type SavedRemediation } from '#features/remediation-settings/index.ts'
import { createRemediationSettings } from './settings-service.ts'

interface SettingsNeeds {
  accounts: AiAccounts
  models: AiModels
  issues: Issues
  /** In the transaction that saved other settings: what waits for them may begin. */
  settingsChanged(tx: Tx): Promise<void>
}

export function createSettingsPart(platform: Platform, needs: SettingsNeeds) {
  const { hooks } = platform
  const { accounts, issues } = needs

  /** One issue for admins while the agent is on but has no model to work with. */
  async function noteProvider(tx: Tx, { enabled }: Pick<SavedRemediation, 'enabled'>): Promise<void> {
    const has_profile = await accounts.isSharedComplete(tx)
    await noteAgentProvider(issues, tx, { enabled, has_profile })
  }

  hooks.sharedAiChanged.on('remediation', async tx =>
    noteProvider(tx, await platform.settings.read(tx, remediation)),
  )
  const settings = createRemediationSettings({
    ...platform,
    ...needs,
    async settingsChanged(tx, saved) {
      await noteProvider(tx, saved)
      await needs.settingsChanged(tx)
    },
    currentCaller: db => createCurrentCaller({ read: db }),
  })
  return {
    routes: [
      bind(routes.getRemediationSettings).to(() => settings.present()),
      bind(routes.putRemediationSettings).to(({ caller, body, leaving }) =>
        settings.save(body, { caller, signal: leaving() }),
      ),
    ],
  }
}
