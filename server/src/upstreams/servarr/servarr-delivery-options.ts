import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { DeliveryOptionsReader } from '#ports/delivery-options.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { createServarrClient, type ServarrClient, type ServarrProduct } from './servarr-client.ts'

const RootFolders = z.array(
  z.object({ path: z.string(), accessible: z.boolean().nullish(), freeSpace: z.int().nullish() }),
)
const Profiles = z.array(z.object({ id: z.int(), name: z.string().nullish() }))
const Tags = z.array(z.object({ id: z.int(), label: z.string().nullish() }))

interface NamedProfile {
  id: number
  name: string
}

/** The metadata profiles that new titles can have. */
export type ReadMetadataProfiles = (
  client: ServarrClient,
  connection: Connection,
  signal: AbortSignal,
) => Promise<NamedProfile[]>

/** Managers of movies and shows have no metadata profiles. */
async function noMetadataProfiles(): Promise<NamedProfile[]> {
  return []
}

export function createServarrDeliveryOptions(
  internal: Transport,
  product: ServarrProduct,
  readMetadataProfiles: ReadMetadataProfiles = noMetadataProfiles,
): DeliveryOptionsReader {
  const client = createServarrClient(internal, product)
  return {
    async read(connection, signal) {
      const [folders, qualities, metadata_profiles, tags] = await Promise.all([
        client.get(RootFolders, connection, { path: 'rootfolder', signal }),
        client.get(Profiles, connection, { path: 'qualityprofile', signal }),
        readMetadataProfiles(client, connection, signal),
        client.get(Tags, connection, { path: 'tag', signal }),
      ])
      return {
        root_folders: folders.map(({ path, accessible, freeSpace }) => ({
          path,
          free_bytes: freeSpace ?? null,
          // Older builds do not report it, as in an add.
          accessible: accessible ?? true,
        })),
        quality_profiles: qualities.map(({ id, name }) => ({ id, name: name ?? '' })),
        metadata_profiles,
        tags: tags.map(({ id, label }) => ({ id, label: label ?? '' })),
      }
    },
  }
}
