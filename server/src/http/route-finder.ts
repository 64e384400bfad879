import type { IncomingMessage } from 'node:http'
import type { Method, RouteDefinition } from '@foyer/contract/route'
import findMyWay from 'find-my-way'

/** Long enough for every id and name that an address has. */
const MAX_PARAM_LENGTH = 4096

interface FoundRoute {
  route: RouteDefinition
  /** As in the address, decoded and unchecked. */
  params: Readonly<Record<string, string | undefined>>
}

/** The kind of addresses with a segment that is longer than any route has. */
export const TOO_LONG = 'too_long'
const NOT_FOUND = 'not_found'

type FindRoute = (method: string, url: string) => FoundRoute | typeof TOO_LONG | typeof NOT_FOUND

/** The methods under which a route is found. */
export function methodsOf({ method, head }: RouteDefinition): Method[] {
  return head ? [method, 'HEAD'] : [method]
}

/** `{userID}` → `:userID`, `{path*}` → `*`. */
function pathOf({ path }: RouteDefinition): string {
  return path.replace(/\{[^}]*\*\}/g, '*').replace(/\{([^}]*)\}/g, ':$1')
}

/** Never called: only `find` is used. */
const nothing = () => {}

function createFindRoute(routes: readonly RouteDefinition[]): FindRoute {
  const router = findMyWay({
    maxParamLength: MAX_PARAM_LENGTH,
    onMaxParamLength: nothing,
    // The framework parses it.
    querystringParser: nothing,
  })
  for (const route of routes) router.on(methodsOf(route), pathOf(route), nothing, route)
  return (method, url) => {
    const found = router.find(method as Method, url)
    if (!found) return NOT_FOUND
    // Without a route it is what `onMaxParamLength` would be called with.
    return found.store ? { route: found.store as RouteDefinition, params: found.params } : TOO_LONG
  }
}

/** Servers of one process have the same routes. */
const findersOf = new WeakMap<readonly RouteDefinition[], FindRoute>()

function findRouteAmong(routes: readonly RouteDefinition[]): FindRoute {
  const known = findersOf.get(routes)
  if (known) return known
  const findRoute = createFindRoute(routes)
  findersOf.set(routes, findRoute)
  return findRoute
}

/**
 * Finds the routes of requests, with the framework's own router. The framework takes sixty microseconds for every route
 * that it is told of, which was half of a server's start: it is told of the kinds of routes only, and asks here which
 * kind a request is of.
 */
export function createRouteFinder(
  routes: readonly RouteDefinition[],
  kindOf: (route: RouteDefinition) => string,
) {
  const findRoute = findRouteAmong(routes)
  const found = new WeakMap<IncomingMessage, FoundRoute>()
  return {
    /** For the framework, which answers that nothing is found where no route is of that kind. */
    kindOfRequest(request: IncomingMessage): string {
      const match = findRoute(request.method ?? '', request.url ?? '')
      if (typeof match === 'string') return match
      found.set(request, match)
      return kindOf(match.route)
    },
    routeOf: (request: IncomingMessage): FoundRoute | undefined => found.get(request),
  }
}

export type RouteFinder = ReturnType<typeof createRouteFinder>
