import type { Config } from '#config'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database } from '#db/database.ts'
import { createProxyHolder } from '#features/outbound-proxy/index.ts'
import { within } from '#jobs/within.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { createOutbound, type OutboundOptions, type ProxySettings } from '#kit/outbound.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { Settings } from '#settings/settings.ts'
import { reachTmdb } from '#upstreams/tmdb/tmdb-reach.ts'

export interface OutboundPathParts {
  config: Config
  database: Database
  settings: Settings
  broadcast: Broadcast
  clock: Clock
  log: Log
  scrubber: Scrubber
  onFault?: OutboundOptions['onFault']
}

/** A proxy that never answers CONNECT keeps its connection open forever; a shutdown must not wait for it. */
const CLOSE_MS = 700

type PathOptions = Omit<OutboundOptions, 'external_proxy'>

/** Calls to the local network and to providers (0.3), the latter through the admin's proxy. */
export function createOutboundPaths(parts: OutboundPathParts) {
  const { config, clock, log, onFault } = parts
  const proxy_holder = createProxyHolder(parts)
  const options = { clock, log, onFault, ...outboundIdentity(config) }
  const outbound = createOutbound({ ...options, external_proxy: proxy_holder.current })
  return {
    outbound,
    proxy_holder,
    reachThrough: (proxy: ProxySettings | null) => reachThrough(proxy, options, config.tmdb.url),
    async close(): Promise<void> {
      proxy_holder.close()
      if (await within(clock, CLOSE_MS, outbound.close())) return
      log.warn({}, 'outbound connections did not end in time and were closed')
      await outbound.destroy()
    },
  }
}

/** How Foyer names itself to others, and the way out that the environment names. */
export function outboundIdentity({ version, contact, environment_proxy }: Config) {
  const { https, http, no_proxy } = environment_proxy
  return {
    user_agent: `Foyer/${version} ( ${contact} )`,
    environment_proxy: {
      ...(https && { https_proxy: https }),
      ...(http && { http_proxy: http }),
      no_proxy: no_proxy.join(','),
    },
  }
}

/** Uses its own connections, so that no other call ever goes through an unsaved proxy. */
async function reachThrough(proxy: ProxySettings | null, options: PathOptions, url: string): Promise<void> {
  const outbound = createOutbound({ ...options, external_proxy: () => proxy })
  try {
    await reachTmdb({ external: outbound.external, url })
  } finally {
    // No call is pending here. Closing gracefully would wait forever for a proxy that hangs.
    await outbound.destroy()
  }
}
