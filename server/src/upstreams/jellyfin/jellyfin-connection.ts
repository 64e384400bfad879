import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { Connection, ConnectionTester, LibraryLister } from '#ports/instance-connection.ts'
import { isOlder, mismatch } from '../probe/probe.ts'
import { JELLYFIN, readJellyfin } from './jellyfin-client.ts'

const PublicInfo = z.object({ Id: z.string(), Version: z.string(), ProductName: z.string() })
const SystemInfo = z.object({ ServerName: z.string(), Version: z.string() })
const VirtualFolders = z.array(
  z.object({ Name: z.string(), ItemId: z.string(), CollectionType: z.string().nullish() }),
)

/** The oldest version with the policies and routes used here. */
const OLDEST = [10, 8] as const

/** Jellyfin 10.8 and newer. */
export function createJellyfinConnection(internal: Transport): ConnectionTester & LibraryLister {
  async function identify(connection: Connection, signal: AbortSignal): Promise<void> {
    const call = { path: '/System/Info/Public', schema: PublicInfo, signal, open: true } as const
    const { ProductName, Version } = await readJellyfin(internal, connection, call)
    if (!/jellyfin/i.test(ProductName)) throw mismatch(JELLYFIN, 'wrong_service')
    if (isOlder(Version, OLDEST)) throw mismatch(JELLYFIN, 'incompatible')
  }

  const readInfo = (connection: Connection, signal: AbortSignal) =>
    readJellyfin(internal, connection, { path: '/System/Info', schema: SystemInfo, signal })

  return {
    product: JELLYFIN,
    async test(connection, signal) {
      // First without the key: another service must not receive it.
      await identify(connection, signal)
      return { version: (await readInfo(connection, signal)).Version }
    },
    async listLibraries(connection, signal) {
      await identify(connection, signal)
      const info = await readInfo(connection, signal)
      const call = { path: '/Library/VirtualFolders', schema: VirtualFolders, signal }
      const folders = await readJellyfin(internal, connection, call)
      return {
        server_name: info.ServerName,
        version: info.Version,
        libraries: folders.map(folder => ({
          id: folder.ItemId,
          name: folder.Name,
          collection_type: folder.CollectionType ?? '',
        })),
      }
    },
  }
}
