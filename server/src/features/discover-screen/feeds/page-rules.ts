import type { ScreenKind } from '#ports/screen-catalog.ts'

/** A row of the metadata provider, as far as rules look at it; everything else passes untouched. */
export interface Row {
  id: number
  media_type?: string
  original_language?: string | null
  known_for?: Row[]
  [field: string]: unknown
}

export interface Page {
  page: number
  results: Row[]
  total_pages: number
  total_results: number
  [field: string]: unknown
}

/** What the provider's page must lose on its way to everybody (1:4.5.5, 1/4.2). */
export interface Thinning {
  english_only: boolean
  hidden: ReadonlySet<ScreenKind>
}

export function emptyPage(page: number): Page {
  return { page, results: [], total_pages: 0, total_results: 0 }
}

/** A person has no language, and a title that names none is not known to be foreign. */
export function isEnglish(row: Row): boolean {
  return typeof row.original_language !== 'string' || row.original_language === 'en'
}

/** Null when nothing is taken away, so that the provider's own bytes can go out. */
export function thinPage(page: Page, { english_only, hidden }: Thinning): Page | null {
  let touched = false
  const keeps = (row: Row) => !isHidden(row, hidden) && (!english_only || isEnglish(row))
  const results = page.results.filter(keeps).map(row => {
    const known_for = row.known_for?.filter(title => !isHidden(title, hidden))
    if (!known_for || known_for.length === row.known_for?.length) return row
    touched = true
    return { ...row, known_for }
  })
  // total_pages still describes the provider's feed.
  return touched || results.length < page.results.length ? { ...page, results } : null
}

/** Rows of one type alone name none; whether that type is hidden was asked before. */
function isHidden({ media_type }: Row, hidden: ReadonlySet<ScreenKind>): boolean {
  return (media_type === 'movie' || media_type === 'tv') && hidden.has(media_type)
}
