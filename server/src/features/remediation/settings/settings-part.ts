import * as routes from '@foyer/contract/remediation/remediation'
import type { Tx } from '#db/database.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import { bind } from '#http/bind.ts'
import type { Platform } from '#platform/platform.ts'
import type { RemediationNeeds } from '../slice.ts'
import { createRemediationSettings } from './settings-service.ts'

export interface SettingsNeeds extends Pick<RemediationNeeds, 'accounts' | 'models'> {
  /** In the transaction that saved other settings: what waits for them may begin. */
  settingsChanged(tx: Tx): Promise<void>
}

export function createSettingsPart(platform: Platform, needs: SettingsNeeds) {
  const settings = createRemediationSettings({
    ...platform,
    ...needs,
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
