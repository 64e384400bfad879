export { createInboxSweep } from './inbox-jobs.ts'
export { inboxRoutes } from './inbox-routes.ts'
export { createInbox } from './inbox-service.ts'
export { placeOf } from './notice-place-rules.ts'
