import * as routes from '@foyer/contract/remediation/approval-rules'
import type { Tx } from '#db/database.ts'
import type { IssueRecord } from '#features/issues/index.ts'
import { bind } from '#http/bind.ts'
import type { Platform } from '#platform/platform.ts'
import type { RemediationNeeds } from '../slice.ts'
import { unbuilt } from '../unbuilt.ts'
import type { ApprovalRules } from './approval-rule.ts'

export function createRulesPart(_platform: Platform, _needs: RemediationNeeds) {
  return {
    rules: {} as ApprovalRules,
    async issueClosed(_tx: Tx, _issue: IssueRecord): Promise<void> {},
    routes: [
      bind(routes.getApprovalRules).to(unbuilt),
      bind(routes.getApprovalRuleCandidates).to(unbuilt),
      bind(routes.postApprovalRule).to(unbuilt),
      bind(routes.postApprovalRulePause).to(unbuilt),
      bind(routes.postApprovalRuleResume).to(unbuilt),
      bind(routes.deleteApprovalRule).to(unbuilt),
    ],
  }
}
