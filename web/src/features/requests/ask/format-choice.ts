import type { BookFormat, Selection } from '@foyer/contract/requests/requests'
import type { StatusResponse } from '@foyer/contract/title-statuses'
import type { ShelfTarget } from './request-sheet-context.ts'

export const FORMATS = ['ebook', 'audiobook'] as const satisfies readonly BookFormat[]

const SETTLED: ReadonlySet<string> = new Set(['available', 'downloading', 'requested', 'pending'])

/** Formats that are available or on the way, so there is nothing to request. */
export function settledFormats(answer: Pick<StatusResponse, 'book_formats'> | undefined): BookFormat[] {
  return FORMATS.filter(format => SETTLED.has(answer?.book_formats?.[format] ?? ''))
}

/** The selected formats that are still open; all open ones until something is selected. */
export function chosenFormats(
  chosen: readonly BookFormat[] | undefined,
  settled: readonly BookFormat[],
): BookFormat[] {
  return FORMATS.filter(format => !settled.includes(format) && (chosen?.includes(format) ?? true))
}

interface ShelfDraft {
  instance_id: string | undefined
  on_behalf_of: number | undefined
  formats: readonly BookFormat[]
}

/** The body of a request for a book or an album (1/4.6). */
export function shelfSelection(title: ShelfTarget, draft: ShelfDraft): Selection {
  const { instance_id, on_behalf_of, formats } = draft
  return {
    media_type: title.media_type,
    foreign_id: title.foreign_id,
    title: title.name,
    ...(title.search_term && { search_term: title.search_term }),
    ...(title.media_type === 'book' && { book_format: formats.length > 1 ? 'both' : (formats[0] ?? 'both') }),
    ...(instance_id && { instance_id }),
    ...(on_behalf_of && { on_behalf_of }),
  }
}
