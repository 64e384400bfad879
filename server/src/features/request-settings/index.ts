export type { QualityProfileService } from './quality-profile-service.ts'
export { defaultQualityOf, type RequestPolicy } from './request-policy-rules.ts'
export type { PolicyOf } from './request-policy-service.ts'
