export { createLibraryEvents, type LibraryEvents } from './library-events.ts'
export { createManagedWebhooks } from './managed-webhooks.ts'
export { createWebhookJobs } from './webhook-jobs.ts'
export { webhookRoutes } from './webhook-routes.ts'
