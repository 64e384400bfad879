export { attentionRoutes } from './attention-routes.ts'
export { createAttention } from './attention-service.ts'
