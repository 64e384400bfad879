import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { OwnerAccount } from '#ports/owner-account.ts'
import { Connections, usableAddresses } from './plex-addresses.ts'
import { createPlexTvCall, type PlexIdentity } from './plex-client.ts'
import { createPlexPins } from './plex-pins.ts'

const Resources = z.array(
  z.object({
    name: z.string(),
    clientIdentifier: z.string(),
    provides: z.string(),
    owned: z.boolean(),
    connections: Connections,
  }),
)

/** plex.tv: the pin that links an owner's account, and that account's servers (plex.md). */
export function createPlexOwner(external: Transport, plex_tv: string, identity: PlexIdentity): OwnerAccount {
  const call = createPlexTvCall(external, plex_tv, identity)
  return {
    ...createPlexPins(external, plex_tv, identity),
    async listServers(token, signal) {
      const query = { includeHttps: 1, includeRelay: 1, includeIPv6: 1 }
      const answer = await call({ method: 'GET', path: '/api/v2/resources', query, token, signal })
      const servers = answer.json(Resources).filter(one => one.provides.split(',').includes('server'))
      return servers.map(server => ({
        machine_identifier: server.clientIdentifier,
        name: server.name,
        url: usableAddresses(server.connections ?? [])[0] ?? '',
        owned: server.owned,
      }))
    },
  }
}
