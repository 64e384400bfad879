export type { Unit } from './quota-rules.ts'
export type { Quotas, Spender } from './quota-service.ts'
