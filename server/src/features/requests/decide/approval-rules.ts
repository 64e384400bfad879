import type { BookFormat, DeliveryCode } from '@foyer/contract/requests/requests'
import type { DeliveryRecord, RequestFormat, RequestRecord } from '#ports/request-record.ts'

/** 1:4.8.2: only the requested formats can be approved. */
export function changesFormats(
  wanted: BookFormat | 'both' | undefined,
  formats: readonly RequestFormat[],
): boolean {
  if (wanted === undefined) return false
  const chosen: readonly RequestFormat[] = wanted === 'both' ? ['ebook', 'audiobook'] : [wanted]
  return chosen.length !== formats.length || !chosen.every(format => formats.includes(format))
}

/** The seasons that an approval with a different scope adds and removes. */
export function changeOfSeasons(
  request: Pick<RequestRecord, 'seasons'>,
  seasons: readonly number[],
): { added: number[]; removed: number[] } {
  const before = request.seasons ?? []
  return {
    added: seasons.filter(season => !before.includes(season)),
    removed: before.filter(season => !seasons.includes(season)),
  }
}

const ENDED_IMPORTS: readonly DeliveryCode[] = [
  'author_import',
  'import_failed',
  'import_cancelled',
  'import_status_unavailable',
  'import_identity_unavailable',
  'import_identity_unresolved',
  'import_identity_ambiguous',
  'manual_import_retry',
]

/** 1:4.7: a wait for an author import that ended without its book. */
export function isEndedWait({ state, code }: Pick<DeliveryRecord, 'state' | 'code'>): boolean {
  return state === 'attention' && code !== null && ENDED_IMPORTS.includes(code)
}
