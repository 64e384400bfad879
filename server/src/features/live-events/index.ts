export type { EventHub } from './event-hub.ts'
export { openEventSockets } from './live-event-routes.ts'
