import type { BookFormat } from '@foyer/contract/requests/requests'
import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { DeliveryOptionsReader } from '#ports/delivery-options.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { createServarrClient, type ServarrClient, type ServarrProduct } from './servarr-client.ts'

const RootFolders = z.array(
  z.object({
    path: z.string(),
    accessible: z.boolean().nullish(),
    // Mounts without a limit report more bytes than a number can hold exactly; that is not a size.
    freeSpace: z.int().nullish().catch(null),
    folderType: z.unknown().optional(),
  }),
)
const Profiles = z.array(
  z.object({ id: z.int(), name: z.string().nullish(), profileType: z.unknown().optional() }),
)
const Tags = z.array(z.object({ id: z.int(), label: z.string().nullish() }))

interface NamedProfile {
  id: number
  name: string
}

/** How the managers differ. */
interface OptionsKind {
  /** The metadata profiles that new titles can have. Absent: there are none, as for movies and shows. */
  readMetadataProfiles?: (
    client: ServarrClient,
    connection: Connection,
    signal: AbortSignal,
  ) => Promise<NamedProfile[]>
  /** The format that a type of a root folder or quality profile stands for; null: any. Absent: there are no formats. */
  formatOf?: (type: unknown) => BookFormat | null
}

export function createServarrDeliveryOptions(
  internal: Transport,
  product: ServarrProduct,
  { readMetadataProfiles, formatOf }: OptionsKind = {},
): DeliveryOptionsReader {
  const client = createServarrClient(internal, product)

  function forFormat(type: unknown): { book_format?: BookFormat } {
    const book_format = formatOf?.(type)
    return book_format ? { book_format } : {}
  }

  return {
    async read(connection, signal) {
      const [folders, qualities, metadata_profiles, tags] = await Promise.all([
        client.get(RootFolders, connection, { path: 'rootfolder', signal }),
        client.get(Profiles, connection, { path: 'qualityprofile', signal }),
        readMetadataProfiles?.(client, connection, signal) ?? [],
        client.get(Tags, connection, { path: 'tag', signal }),
      ])
      return {
        root_folders: folders.map(({ path, accessible, freeSpace, folderType }) => ({
          path,
          free_bytes: freeSpace ?? null,
          // Older builds do not report it, as in an add.
          accessible: accessible ?? true,
          ...forFormat(folderType),
        })),
        quality_profiles: qualities.map(({ id, name, profileType }) => ({
          id,
          name: name ?? '',
          ...forFormat(profileType),
        })),
        metadata_profiles,
        tags: tags.map(({ id, label }) => ({ id, label: label ?? '' })),
      }
    },
  }
}
