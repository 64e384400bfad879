import type { Platform } from '#platform/platform.ts'
import type { RemediationNeeds } from '../slice.ts'
import { approvalRuleRoutes } from './approval-rule-routes.ts'
import { createApprovalRuleService } from './approval-rule-service.ts'

export function createRulesPart(platform: Platform, { alerts }: Pick<RemediationNeeds, 'alerts'>) {
  const service = createApprovalRuleService({ ...platform, alerts })
  return { rules: service.rules, issueClosed: service.issueClosed, routes: approvalRuleRoutes(service) }
}
