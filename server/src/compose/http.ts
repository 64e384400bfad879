import type { RouteDefinition } from '@foyer/contract/route'
import { type EventHub, openEventSockets } from '#features/live-events/index.ts'
import { buildHttp } from '#http/app.ts'
import type { Binding } from '#http/bind.ts'
import { trackConnections } from '#http/connections.ts'
import type { UntrustedProxy } from '#http/untrusted-proxy.ts'
import { createWebClient } from '#http/web-client.ts'
import { isSocketRequest } from '#http/websocket.ts'
import type { Identify } from '#kit/caller.ts'
import type { Meters } from '#kit/metrics/meters.ts'
import type { Platform } from '#platform/platform.ts'

interface HttpParts {
  routes: readonly RouteDefinition[]
  bindings: Binding[]
  sessions: { identify: Identify; identifyByImageToken: Identify }
  hub: EventHub
  meters: Meters | null
  untrusted_proxy: UntrustedProxy
  web_folder: string | undefined
}

/** The HTTP server with all routes, the event sockets, and the web client if it was built. */
export function openHttp(platform: Platform, parts: HttpParts) {
  const { routes, bindings, sessions, hub, meters, web_folder } = parts
  const { config, limits, clock, log } = platform
  const { base_path } = config
  const { identify, identifyByImageToken } = sessions
  const socketPath = `${base_path}/api/ws`
  const http = buildHttp({
    routes,
    bindings,
    identify,
    identifyByImageToken,
    limits,
    clock,
    log,
    base_path,
    trusted_proxies: config.trusted_proxies,
    onIgnoredProxy: parts.untrusted_proxy.see,
    countAnswer: meters?.countAnswer,
    upgrades: request => isSocketRequest(request, socketPath),
    ...(web_folder && {
      web: createWebClient({
        folder: web_folder,
        base_path,
        image_origin: new URL(config.tmdb.image_url).origin,
      }),
    }),
  })
  return {
    http,
    connections: trackConnections(http.server),
    closeSockets: openEventSockets(http, { hub, identify, clock, log, base_path }),
  }
}
