import * as proposals from '@foyer/contract/tool-access/profile-proposals'
import * as changes from '@foyer/contract/tool-access/settings-changes'
import { type Binding, bind } from '#http/bind.ts'
import type { ProfileProposals } from './profile-proposals.ts'
import type { SettingsHistory } from './settings-history.ts'

export function managerConfigurationRoutes(history: SettingsHistory, proposed: ProfileProposals): Binding[] {
  return [
    bind(changes.getSettingsChanges).to(({ query }) => history.list(query)),
    bind(changes.getSettingsChange).to(({ caller, params }) => history.detail(caller, params.id)),
    bind(changes.postSettingsChangeRevert).to(({ caller, params }) => history.revert(caller, params.id)),
    bind(proposals.getProfileProposals).to(async ({ query }) => ({
      proposals: await proposed.list(query.status),
    })),
    bind(proposals.getProfileProposal).to(({ caller, params }) => proposed.detail(caller, params.id)),
    bind(proposals.postProfileProposalApprove).to(({ caller, params }) =>
      proposed.approve(caller, params.id),
    ),
    bind(proposals.postProfileProposalReject).to(({ caller, params, body }) =>
      proposed.reject(caller, params.id, body.note),
    ),
  ]
}
