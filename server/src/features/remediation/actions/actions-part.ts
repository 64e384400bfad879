import * as routes from '@foyer/contract/remediation/agent-actions'
import type { Tx } from '#db/database.ts'
import { bind } from '#http/bind.ts'
import type { Platform } from '#platform/platform.ts'
import type { ApprovalRules } from '../rules/approval-rule.ts'
import type { RemediationNeeds } from '../slice.ts'
import { unbuilt } from '../unbuilt.ts'
import type { ActionRecord, Proposals } from './agent-action.ts'

export interface ActionsNeeds extends RemediationNeeds {
  rules: ApprovalRules
  /** An action was denied or carried out, and its result is known as well as it can be. */
  actionEnded(tx: Tx, action: ActionRecord): Promise<void>
}

export function createActionsPart(_platform: Platform, _needs: ActionsNeeds) {
  return {
    proposals: { async supersede() {} } as unknown as Proposals,
    routes: [
      bind(routes.getAgentActions).to(unbuilt),
      bind(routes.getAgentAction).to(unbuilt),
      bind(routes.postAgentActionApprove).to(unbuilt),
      bind(routes.postAgentActionDeny).to(unbuilt),
      bind(routes.postAgentActionApproveBatch).to(unbuilt),
    ],
  }
}
