export type { RequestPolicy } from './request-policy-rules.ts'
export type { PolicyOf } from './request-policy-service.ts'
