import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { ImportHistory } from '#ports/import-history.ts'
import { createServarrHistory } from '../servarr/servarr-history.ts'
import { LIDARR } from './lidarr-product.ts'

const Record = z.object({
  albumId: z.int(),
  album: z.object({ foreignAlbumId: z.string().min(1), title: z.string().min(1) }).nullish(),
})

/** lidarr.md, "History": a row per track, and one for the whole download. */
export function createLidarrHistory(internal: Transport): ImportHistory {
  return createServarrHistory(internal, {
    product: LIDARR,
    includes: { includeAlbum: true },
    record: Record,
    imports: new Set(['trackFileImported', 'downloadImported', 'artistFolderImported']),
    deletion: 'trackFileDeleted',
    subjectOf: row => row.albumId,
    titleOf: ({ album }) =>
      album ? { media_type: 'music', foreign_id: album.foreignAlbumId, title: album.title } : null,
  })
}
