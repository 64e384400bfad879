import { createDownloads } from './download-service.ts'
import { createFileAccess } from './file-access.ts'
import { createMappingPreview } from './mapping-preview.ts'
import type { MediaFileParts } from './media-file-parts.ts'
import { createTitleFiles } from './title-files.ts'
import { createTransfers } from './transfers.ts'

/** Downloads of completed media from the disks of its managers (1:4.13). */
export function createMediaFiles(parts: MediaFileParts) {
  const access = createFileAccess(parts)
  return {
    downloads: createDownloads({ ...parts, access }),
    transfers: createTransfers(parts),
    titleFiles: createTitleFiles({ ...parts, access }),
    preview: createMappingPreview(parts),
  }
}

export type MediaFilesService = ReturnType<typeof createMediaFiles>
