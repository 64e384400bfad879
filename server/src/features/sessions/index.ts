export { createAccessTokens } from './access-tokens.ts'
export { createSessionCheck, findCallers } from './session-check.ts'
export { sessionRoutes } from './session-routes.ts'
export { createSessionService } from './session-service.ts'
