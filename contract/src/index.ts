import * as events from './events.ts'
import type { RouteDefinition } from './route.ts'
import * as service from './service.ts'
import * as sessions from './sessions.ts'

const slices = [events, service, sessions]

function isRoute(value: unknown): value is RouteDefinition {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** Every exported route, the list that boot, documents, the web client and tests walk. */
export const allRoutes: readonly RouteDefinition[] = slices.flatMap(slice =>
  Object.values(slice).filter(isRoute),
)
