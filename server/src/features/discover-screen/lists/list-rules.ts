import type { ListType } from '#ports/list-provider.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'

export const KIND_OF: Readonly<Record<ListType, ScreenKind>> = { movies: 'movie', shows: 'tv' }

/** A row of a mixed list. Seasons and episodes include their show. */
export interface ListRow {
  type?: string
  movie?: unknown
  show?: unknown
  [field: string]: unknown
}

/** 1/4.2: a mixed list without its rows of a hidden type; null when it has none. */
export function withoutHidden(rows: readonly ListRow[], hidden: ReadonlySet<ScreenKind>): ListRow[] | null {
  const kept = rows.filter(row => {
    if (row.type === 'movie' || row.movie !== undefined) return !hidden.has('movie')
    return row.type === 'person' || !hidden.has('tv')
  })
  return kept.length < rows.length ? kept : null
}
