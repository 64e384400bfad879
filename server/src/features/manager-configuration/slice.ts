import * as proposals from '@foyer/contract/tool-access/profile-proposals'
import * as changes from '@foyer/contract/tool-access/settings-changes'
import type { Inventory } from '#features/instances/index.ts'
import { bind } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import type { ManagerConfiguration } from './manager-configuration.ts'

interface Needs {
  inventory: Inventory
}

function unavailable(): never {
  throw new Refusal('unavailable')
}

/** Quality profiles and custom formats of library managers, with the history of what assistants changed there. */
export function createManagerConfigurationSlice(_platform: Platform, _needs: Needs) {
  const configuration: ManagerConfiguration = {}
  return {
    api: { configuration },
    routes: [
      bind(changes.getSettingsChanges).to(unavailable),
      bind(changes.getSettingsChange).to(unavailable),
      bind(changes.postSettingsChangeRevert).to(unavailable),
      bind(proposals.getProfileProposals).to(unavailable),
      bind(proposals.getProfileProposal).to(unavailable),
      bind(proposals.postProfileProposalApprove).to(unavailable),
      bind(proposals.postProfileProposalReject).to(unavailable),
    ],
  }
}
