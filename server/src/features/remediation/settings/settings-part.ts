import * as routes from '@foyer/contract/remediation/remediation'
import { bind } from '#http/bind.ts'
import type { Platform } from '#platform/platform.ts'
import type { RemediationNeeds } from '../slice.ts'
import { unbuilt } from '../unbuilt.ts'

export function createSettingsPart(_platform: Platform, _needs: RemediationNeeds) {
  return {
    routes: [
      bind(routes.getRemediationSettings).to(unbuilt),
      bind(routes.putRemediationSettings).to(unbuilt),
    ],
  }
}
