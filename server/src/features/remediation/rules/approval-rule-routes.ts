import * as routes from '@foyer/contract/remediation/approval-rules'
import { type Binding, bind } from '#http/bind.ts'
import type { ApprovalRuleService } from './approval-rule-service.ts'

export function approvalRuleRoutes(rules: ApprovalRuleService): Binding[] {
  return [
    bind(routes.getApprovalRules).to(async () => ({ rules: await rules.list() })),
    bind(routes.getApprovalRuleCandidates).to(async () => ({ candidates: await rules.candidates() })),
    bind(routes.postApprovalRule).to(({ caller, body }) => rules.create(caller, body)),
    bind(routes.postApprovalRulePause).to(({ caller, params }) => rules.pause(caller, params.id)),
    bind(routes.postApprovalRuleResume).to(({ params }) => rules.resume(params.id)),
    bind(routes.deleteApprovalRule).to(({ params }) => rules.remove(params.id)),
  ]
}
