export { createEventHub, type EventHub } from './event-hub.ts'
export { liveEventRoutes, openEventSockets } from './live-event-routes.ts'
