export type { LibraryEvent, LibraryEvents } from './library-events.ts'
export { changesTheQueue } from './webhook-rules.ts'
export { acceptedWebhooks, lostWebhooks, webhookStates } from './webhook-store.ts'
