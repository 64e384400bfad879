export { createCertifications } from './certification-service.ts'
export { kidsRoutes } from './kids-routes.ts'
export { createKids } from './kids-service.ts'
export { kidsAccountIds, policyOf } from './kids-store.ts'
