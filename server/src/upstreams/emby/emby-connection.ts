import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { Connection, ConnectionTester, LibraryLister } from '#ports/instance-connection.ts'
import { isOlder, mismatch, probe } from '../probe/probe.ts'

export const EMBY = 'Emby'

/** Jellyfin answers here too, but with its own name. */
const PublicInfo = z.object({ Id: z.string(), Version: z.string(), ProductName: z.string().nullish() })
const SystemInfo = z.object({ ServerName: z.string(), Version: z.string() })
const VirtualFolders = z.object({
  Items: z.array(
    z.object({
      Name: z.string(),
      Guid: z.string().nullish(),
      ItemId: z.string().nullish(),
      Id: z.string().nullish(),
      CollectionType: z.string().nullish(),
    }),
  ),
})

const OLDEST = [4] as const

/** emby.md: the documented address ends in `/emby`, whether or not the admin entered that. */
export function embyBase({ url }: Connection): string {
  return url.endsWith('/emby') ? url : `${url}/emby`
}

/** Emby Server 4. */
export function createEmbyConnection(internal: Transport): ConnectionTester & LibraryLister {
  function read<S extends z.core.$ZodType>(
    connection: Connection,
    call: { path: string; schema: S; signal: AbortSignal; open?: true },
  ): Promise<z.output<S>> {
    const headers = { 'x-emby-token': call.open ? undefined : (connection.api_key ?? undefined) }
    const url = `${embyBase(connection)}${call.path}`
    return probe(internal, { upstream: EMBY, url, headers, signal: call.signal }, call.schema)
  }

  async function identify(connection: Connection, signal: AbortSignal): Promise<void> {
    const call = { path: '/System/Info/Public', schema: PublicInfo, signal, open: true } as const
    const { ProductName, Version } = await read(connection, call)
    if (ProductName) throw mismatch(EMBY, 'wrong_service')
    if (isOlder(Version, OLDEST)) throw mismatch(EMBY, 'incompatible')
  }

  const readInfo = (connection: Connection, signal: AbortSignal) =>
    read(connection, { path: '/System/Info', schema: SystemInfo, signal })

  return {
    product: EMBY,
    async test(connection, signal) {
      await identify(connection, signal)
      return { version: (await readInfo(connection, signal)).Version }
    },
    async listLibraries(connection, signal) {
      await identify(connection, signal)
      const info = await readInfo(connection, signal)
      const call = { path: '/Library/VirtualFolders/Query', schema: VirtualFolders, signal }
      const { Items } = await read(connection, call)
      return {
        server_name: info.ServerName,
        version: info.Version,
        // emby.md: policies use the Guid, not the short number.
        libraries: Items.map(item => ({
          id: item.Guid ?? item.ItemId ?? item.Id ?? '',
          name: item.Name,
          collection_type: item.CollectionType ?? '',
        })).filter(library => library.id !== ''),
      }
    },
  }
}
