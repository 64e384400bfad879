import type { HiddenTitle } from '@foyer/contract/hidden-titles'
import { z } from 'zod'
import type { ListKind } from '#features/discover-screen/index.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import type { HiddenRow } from './hidden-title-store.ts'

export type IsHidden = (kind: ScreenKind, tmdb_id: number) => boolean

const Id = z.looseObject({ id: z.int() })
/** A row that names no title it could be compared by stays as it is: providers send odd ones. */
const Row = z
  .object({
    id: z.int().optional().catch(undefined),
    media_type: z.string().optional().catch(undefined),
    known_for: z.array(z.unknown()).optional().catch(undefined),
  })
  .catch({})
const Page = z.looseObject({ results: z.array(z.unknown()) })
const Credits = z.looseObject({ cast: z.array(z.unknown()), crew: z.array(z.unknown()) })
const ListTitle = z.object({ ids: z.object({ tmdb: z.int() }) })
const ListRow = z
  .object({
    movie: ListTitle.optional().catch(undefined),
    show: ListTitle.optional().catch(undefined),
  })
  .catch({})

/**
 * A page without hidden titles; null: it contains none, so the same bytes can be sent. Totals still describe the
 * provider's feed.
 */
export function withoutHiddenRows(body: unknown, kind: ListKind, isHidden: IsHidden): unknown {
  const page = Page.parse(body)
  const results = shownRows(page.results, kind, isHidden)
  return results && { ...page, results }
}

/** The same for `{cast, crew}` of a person. */
export function withoutHiddenCredits(body: unknown, isHidden: IsHidden): unknown {
  const credits = Credits.parse(body)
  const cast = shownRows(credits.cast, 'mixed', isHidden)
  const crew = shownRows(credits.crew, 'mixed', isHidden)
  return cast || crew ? { ...credits, cast: cast ?? credits.cast, crew: crew ?? credits.crew } : null
}

/** The same for the list provider's array: titles, or rows that contain one. */
export function withoutHiddenEntries(body: unknown, kind: ScreenKind | 'mixed', isHidden: IsHidden): unknown {
  const rows = z.array(z.unknown()).parse(body)
  const shown = rows.filter(row => {
    const { movie, show } = ListRow.parse(row)
    if (show) return !isListed(show, 'tv', isHidden)
    if (movie) return !isListed(movie, 'movie', isHidden)
    const bare = ListTitle.safeParse(row)
    return kind === 'mixed' || !bare.success || !isListed(bare.data, kind, isHidden)
  })
  return shown.length === rows.length ? null : shown
}

export function idOf(body: unknown): number {
  return Id.parse(body).id
}

function isListed({ ids }: z.output<typeof ListTitle>, kind: ScreenKind, isHidden: IsHidden): boolean {
  return isHidden(kind, ids.tmdb)
}

/** Null when every row stays as it is. */
function shownRows(rows: readonly unknown[], kind: ListKind, isHidden: IsHidden): unknown[] | null {
  let isChanged = false
  const shown = rows.flatMap(row => {
    const { id, media_type, known_for } = Row.parse(row)
    const named = media_type ?? kind
    if ((named === 'movie' || named === 'tv') && id !== undefined && isHidden(named, id)) {
      isChanged = true
      return []
    }
    // People are named with titles they are known for.
    const known = known_for && shownRows(known_for, 'mixed', isHidden)
    if (!known) return [row]
    isChanged = true
    return [{ ...(row as object), known_for: known }]
  })
  return isChanged ? shown : null
}

export function presentHidden(row: HiddenRow): HiddenTitle {
  const { media_type, tmdb_id, title, poster_path, username, hidden_at } = row
  return {
    media_type,
    tmdb_id,
    title,
    ...(poster_path !== null && { poster_path }),
    ...(username !== null && { hidden_by: username }),
    hidden_at,
  }
}
