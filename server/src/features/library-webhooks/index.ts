export type { LibraryEvent, LibraryEvents } from './library-events.ts'
export { changesTheQueue } from './webhook-rules.ts'
export { acceptedWebhooks, webhookStates } from './webhook-store.ts'
