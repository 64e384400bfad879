import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { Connection, ConnectionTester, LibraryLister } from '#ports/instance-connection.ts'
import { AUDIOBOOKSHELF } from './audiobookshelf-client.ts'
import { isOlder, mismatch, probe } from '../probe/probe.ts'

const Status = z.object({ app: z.literal('audiobookshelf'), serverVersion: z.string() })
/** The rest, including the token that never expires, is dropped while parsing. */
const Me = z.object({ type: z.string() })
const Libraries = z.object({
  libraries: z.array(z.object({ id: z.string(), name: z.string(), mediaType: z.string() })),
})

const OLDEST = [2] as const

/** Audiobookshelf 2. */
export function createAudiobookshelfConnection(internal: Transport): ConnectionTester & LibraryLister {
  function read<S extends z.core.$ZodType>(
    { url, api_key }: Connection,
    call: { path: string; schema: S; signal: AbortSignal; open?: true },
  ): Promise<z.output<S>> {
    const authorization = call.open || api_key === null ? undefined : `Bearer ${api_key}`
    const { path, schema, signal } = call
    return probe(
      internal,
      { upstream: AUDIOBOOKSHELF, url: `${url}${path}`, headers: { authorization }, signal },
      schema,
    )
  }

  async function test(connection: Connection, signal: AbortSignal) {
    const { serverVersion } = await read(connection, { path: '/status', schema: Status, signal, open: true })
    if (isOlder(serverVersion, OLDEST)) throw mismatch(AUDIOBOOKSHELF, 'incompatible')
    const me = await read(connection, { path: '/api/me', schema: Me, signal })
    // Only an administrator's key can create accounts.
    if (me.type !== 'root' && me.type !== 'admin') throw mismatch(AUDIOBOOKSHELF, 'unauthorized')
    return { version: serverVersion }
  }

  return {
    product: AUDIOBOOKSHELF,
    test,
    async listLibraries(connection, signal) {
      const { version } = await test(connection, signal)
      const { libraries } = await read(connection, { path: '/api/libraries', schema: Libraries, signal })
      return {
        // It has no name of its own.
        server_name: AUDIOBOOKSHELF,
        version,
        libraries: libraries.map(({ id, name, mediaType }) => ({ id, name, collection_type: mediaType })),
      }
    },
  }
}
