export { createQuotaAdmin } from './quota-admin-service.ts'
export { quotaRoutes } from './quota-routes.ts'
export type { Unit } from './quota-rules.ts'
export { createQuotas, type Quotas, type Spender } from './quota-service.ts'
