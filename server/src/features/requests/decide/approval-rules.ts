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

/** An open request for the same title in the library that an admin names. Other seasons are another request (1/4.6). */
export function isInTheWay(
  request: Pick<RequestRecord, 'seasons'>,
  other: Pick<RequestRecord, 'seasons'>,
): boolean {
  if (request.seasons === null || other.seasons === null) return true
  return request.seasons.some(season => other.seasons?.includes(season))
}

/** Something of a book manager that may be for one format only. */
interface ForFormat {
  book_format?: BookFormat
}

/** The parts of what a library manager offers that a request can name. */
interface Offered {
  quality_profiles: readonly (ForFormat & { id: number })[]
  root_folders: readonly (ForFormat & { path: string; accessible: boolean })[]
}

interface NamedPlace {
  quality_profile_id?: number | undefined
  root_folder?: string | undefined
}

/** 0 is the default, whatever it is. */
export function namesPlace({ quality_profile_id, root_folder }: NamedPlace): boolean {
  return Boolean(quality_profile_id) || root_folder !== undefined
}

/** What the library does not have for all these formats, by field; null: everything is there. */
export function unknownChoices(
  { quality_profile_id, root_folder }: NamedPlace,
  offered: Offered,
  formats: readonly RequestFormat[],
): Record<string, string> | null {
  const isForAll = ({ book_format }: ForFormat) =>
    book_format === undefined || formats.every(format => format === book_format)
  const has_profile =
    !quality_profile_id ||
    offered.quality_profiles.some(one => one.id === quality_profile_id && isForAll(one))
  const has_folder =
    root_folder === undefined ||
    offered.root_folders.some(one => one.accessible && one.path === root_folder && isForAll(one))
  if (has_profile && has_folder) return null
  return {
    ...(!has_profile && { quality_profile_id: 'The library has no such profile for what was requested.' }),
    ...(!has_folder && {
      root_folder: 'The library has no such folder for what was requested, or cannot access it.',
    }),
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
