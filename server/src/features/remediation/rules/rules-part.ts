import type { Alerts } from '#features/notifications/index.ts'
import type { Platform } from '#platform/platform.ts'
import { approvalRuleRoutes } from './approval-rule-routes.ts'
import { createApprovalRuleService } from './approval-rule-service.ts'

export function createRulesPart(platform: Platform, { alerts }: { alerts: Alerts }) {
  const service = createApprovalRuleService({ ...platform, alerts })
  return { rules: service.rules, issueClosed: service.issueClosed, routes: approvalRuleRoutes(service) }
}
