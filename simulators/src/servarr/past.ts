import { MINUTE_MS } from '../kit/time.ts'
import type { Release, Target } from './downloads.ts'
import type { History } from './history.ts'

const GRAB_LEAD_MS = 30 * MINUTE_MS

/** The two rows of history behind a stocked video: its grab, and half an hour later its import. */
export function recordPastImport(
  history: History,
  target: Target,
  file: { id: number; path: string; size: number; date_added: number; release: Release },
): void {
  const { release, date_added } = file
  const download_id = `SABnzbd_nzo_past${file.id}`
  history.write('grabbed', target, {
    release,
    download_id,
    date: date_added - GRAB_LEAD_MS,
    data: { indexer: release.indexer, releaseGroup: release.release_group, size: String(release.size) },
  })
  history.write('downloadFolderImported', target, {
    release,
    download_id,
    date: date_added,
    data: { fileId: String(file.id), importedPath: file.path, size: String(file.size) },
  })
}
