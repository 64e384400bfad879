import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { MediaServerConnection } from '#ports/media-server.ts'
import { Connections, usableAddresses } from './plex-addresses.ts'
import { createPlexTvCall, PLEX, type PlexIdentity } from './plex-client.ts'
import { parseXml } from './plex-xml.ts'

const Share = z.object({
  id: z.number(),
  machineIdentifier: z.string(),
  invitedEmail: z.string().nullish(),
  invited: z.object({ email: z.string().nullish() }).nullish(),
})
const Owner = z.object({ email: z.string().nullish() })
const Resources = z.array(
  z.object({
    clientIdentifier: z.string(),
    connections: Connections,
  }),
)

/** Somebody who may watch on a server, and the token that opens it for them. Held for one lookup only. */
export interface PlexViewer {
  token: string
  /** Keys of the shared libraries; null: all of them, for the owner. */
  section_keys: readonly string[] | null
}

/** plex.tv: who may watch on a server, and at which addresses it answers. With the owner's token. */
export function createPlexViewers(external: Transport, plex_tv: string, identity: PlexIdentity) {
  const call = createPlexTvCall(external, plex_tv, identity)
  const get = ({ api_key: token }: MediaServerConnection, path: string, signal: AbortSignal) =>
    call({ method: 'GET', path, token, signal })

  /** The accepted share of an address; undefined: there is none. */
  async function findShareId(connection: MediaServerConnection, email: string, signal: AbortSignal) {
    const answer = await get(connection, '/api/v2/shared_servers/owned/accepted', signal)
    return answer.json(z.array(Share)).find(
      one =>
        one.machineIdentifier === connection.machine_identifier &&
        // Somebody may accept with another account than the invited one.
        [one.invited?.email, one.invitedEmail].some(address => address?.toLowerCase() === email),
    )?.id
  }

  /** The first version of the route is the only one that has tokens, and is XML whatever is asked (plex.md). */
  async function readSharedServers(connection: MediaServerConnection, signal: AbortSignal) {
    const machine = encodeURIComponent(connection.machine_identifier ?? '')
    const answer = await get(connection, `/api/servers/${machine}/shared_servers`, signal)
    const root = parseXml(answer.text())
    if (root?.name !== 'MediaContainer') throw new UpstreamFault({ upstream: PLEX, kind: 'bad_answer' })
    return root.children.filter(one => one.name === 'SharedServer')
  }

  async function isOwner(connection: MediaServerConnection, email: string, signal: AbortSignal) {
    const owner = (await get(connection, '/api/v2/user', signal)).json(Owner)
    return email !== '' && owner.email?.toLowerCase() === email
  }

  return {
    /** Null: neither an accepted share nor the owner, or plex.tv no longer shows tokens. */
    async find(
      connection: MediaServerConnection,
      account_id: string,
      signal: AbortSignal,
    ): Promise<PlexViewer | null> {
      const email = account_id.toLowerCase()
      const share_id = await findShareId(connection, email, signal)
      if (share_id === undefined) {
        if (connection.api_key === null || !(await isOwner(connection, email, signal))) return null
        return { token: connection.api_key, section_keys: null }
      }
      const servers = await readSharedServers(connection, signal)
      const own = servers.find(one => one.attributes['id'] === String(share_id))
      const token = own?.attributes['accessToken']
      if (!own || !token) return null
      const sections = own.children.filter(one => one.name === 'Section' && one.attributes['shared'] === '1')
      return { token, section_keys: sections.flatMap(one => one.attributes['key'] ?? []).toSorted() }
    },

    /** Direct addresses, best first (C41). The address that an admin entered counts as a local one. */
    async addresses(connection: MediaServerConnection, signal: AbortSignal): Promise<string[]> {
      const path = '/api/v2/resources?includeHttps=1&includeIPv6=1'
      const servers = (await get(connection, path, signal)).json(Resources)
      const server = servers.find(one => one.clientIdentifier === connection.machine_identifier)
      const direct = (server?.connections ?? []).filter(one => !one.relay)
      const entered = { protocol: '', address: '', port: 0, uri: connection.url, local: true, relay: false }
      return [...new Set(usableAddresses([...direct, entered]))]
    },
  }
}
