import { z } from 'zod'
import type { Outbound } from '#kit/outbound.ts'
import type { Connection, ConnectionTester, LibraryLister } from '#ports/instance-connection.ts'
import { isOlder, mismatch, probe } from '../probe/probe.ts'
import { mayCarryToken } from './plex-addresses.ts'
import { PLEX, plexHeaders, type PlexIdentity, readPlexServer } from './plex-client.ts'

const Identity = z.object({
  MediaContainer: z.object({ machineIdentifier: z.string(), version: z.string() }),
})
const Sections = z.object({ MediaContainer: z.looseObject({}) })
/** `id` is used for sharing, `key` is only the server's own number (plex.md). */
const SharedSections = z.object({
  name: z.string(),
  librarySections: z.array(z.object({ id: z.number(), title: z.string(), type: z.string() })),
})

const OLDEST = [1] as const

/** Plex Media Server, with plex.tv for sharing. */
export function createPlexConnection(
  outbound: Outbound,
  plex_tv: string,
  identity: PlexIdentity,
): ConnectionTester & LibraryLister {
  async function identify(connection: Connection, signal: AbortSignal) {
    if (!mayCarryToken(connection.url)) throw mismatch(PLEX, 'invalid_url')
    const call = { path: '/identity', schema: Identity, signal, open: true } as const
    const { MediaContainer } = await readPlexServer(outbound.internal, identity, connection, call)
    if (isOlder(MediaContainer.version, OLDEST)) throw mismatch(PLEX, 'incompatible')
    return MediaContainer
  }

  return {
    product: PLEX,
    async test(connection, signal) {
      const { machineIdentifier, version } = await identify(connection, signal)
      const call = { path: '/library/sections', schema: Sections, signal }
      await readPlexServer(outbound.internal, identity, connection, call)
      return { version, machine_identifier: machineIdentifier }
    },
    async listLibraries(connection, signal) {
      const { machineIdentifier, version } = await identify(connection, signal)
      const { name, librarySections } = await probe(
        outbound.external,
        {
          upstream: PLEX,
          url: `${plex_tv}/api/v2/servers/${encodeURIComponent(machineIdentifier)}`,
          headers: plexHeaders(identity, connection.api_key),
          signal,
        },
        SharedSections,
      )
      return {
        server_name: name,
        version,
        libraries: librarySections.map(section => ({
          id: String(section.id),
          name: section.title,
          collection_type: section.type,
        })),
      }
    },
  }
}
