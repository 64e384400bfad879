import * as routes from '@foyer/contract/remediation/remediation'
import { type Binding, bind } from '#http/bind.ts'
import type { RemediationSettingsService } from './settings-service.ts'

export function remediationSettingsRoutes(settings: RemediationSettingsService): Binding[] {
  return [
    bind(routes.getRemediationSettings).to(() => settings.present()),
    bind(routes.putRemediationSettings).to(({ caller, body, leaving }) =>
      settings.save(body, { caller, signal: leaving() }),
    ),
  ]
}
