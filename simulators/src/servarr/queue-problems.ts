import type { JsonRecord } from '../kit/json.ts'
import { isoSecond } from '../kit/time.ts'
import type { Download } from './downloads.ts'

/** What a row of the queue says about a download that does not go its way (servarr-common.md, 5). */
export interface QueueProblem {
  /** `warning`, `failed`, `delay`, `downloadClientUnavailable` …; what follows from the download otherwise. */
  status?: string
  /** As this product spells it: `failedPending`, or `downloadFailedPending` in music and books. */
  state?: string
  condition?: 'ok' | 'warning' | 'error'
  /** Texts of the manager, by the file they are about. */
  messages?: readonly { title: string; messages: readonly string[] }[]
  /** The text of the download client. */
  error?: string
  /** How far it got, 0 to 1. */
  progress?: number
  /** When it was grabbed. */
  added_at?: number
  /** It matches no title of the library. */
  is_unknown?: boolean
}

/** The columns of such a row in place of the usual ones. A release that a delay profile holds back has no download. */
export function problemColumns(download: Download, usual: JsonRecord): JsonRecord {
  const { problem, release } = download
  if (!problem) return usual
  const { downloadId, timeleft: _left, estimatedCompletionTime: _estimate, ...rest } = usual
  const isDelayed = problem.status === 'delay'
  const left =
    problem.progress === undefined ? rest['sizeleft'] : Math.round(release.size * (1 - problem.progress))
  return {
    ...rest,
    ...(!isDelayed && { downloadId }),
    sizeleft: isDelayed ? release.size : left,
    status: problem.status ?? rest['status'],
    trackedDownloadStatus: problem.condition ?? rest['trackedDownloadStatus'],
    trackedDownloadState: problem.state ?? rest['trackedDownloadState'],
    statusMessages: problem.messages ?? rest['statusMessages'],
    ...(problem.error !== undefined && { errorMessage: problem.error }),
    ...(problem.added_at !== undefined && 'added' in rest && { added: isoSecond(problem.added_at) }),
  }
}
