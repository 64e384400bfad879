import type { ScreenKind } from '#ports/screen-catalog.ts'

/** The fields of the metadata provider's rows that rules use; all others pass unchanged. */
export interface Row {
  id: number
  media_type?: string
  original_language?: string | null
  /** Titles of a person; the provider's own, unchecked. */
  known_for?: unknown
  [field: string]: unknown
}

export interface Page {
  page: number
  results: Row[]
  total_pages: number
  total_results: number
  [field: string]: unknown
}

/** What is removed from the provider's page for everybody (1:4.5.5, 1/4.2). */
export interface Thinning {
  english_only: boolean
  hidden: ReadonlySet<ScreenKind>
}

export function emptyPage(page: number): Page {
  return { page, results: [], total_pages: 0, total_results: 0 }
}

/** People have no language, and a title without one is not known to be foreign. */
export function isEnglish(row: Row): boolean {
  return typeof row.original_language !== 'string' || row.original_language === 'en'
}

/** Null if nothing is removed, so that the provider's own bytes can be sent. */
export function thinPage(page: Page, { english_only, hidden }: Thinning): Page | null {
  let touched = false
  const keeps = (row: Row) => !isHidden(row, hidden) && (!english_only || isEnglish(row))
  const results = page.results.filter(keeps).map(row => {
    if (!Array.isArray(row.known_for)) return row
    const known_for = row.known_for.filter(title => !isHidden(title, hidden))
    if (known_for.length === row.known_for.length) return row
    touched = true
    return { ...row, known_for }
  })
  // total_pages still describes the provider's feed.
  return touched || results.length < page.results.length ? { ...page, results } : null
}

/** Rows of single-type lists name no type; whether that type is hidden was checked before. */
function isHidden(row: Partial<Row> | null, hidden: ReadonlySet<ScreenKind>): boolean {
  const media_type = row?.media_type
  return (media_type === 'movie' || media_type === 'tv') && hidden.has(media_type)
}
