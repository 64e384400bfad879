import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { ServerTitle } from '#ports/latest-titles.ts'
import type { ScreenTitle } from '#ports/rating-lookup.ts'

/** A new title, and the server it was found on. */
export interface FoundTitle extends ServerTitle {
  instance_id: string
}

/** What one caller may see. */
export interface LatestReader {
  /** A kids account. */
  is_limited: boolean
  /** Whether limits and hidden titles let a movie or show through. */
  isAllowed: (title: ScreenTitle) => boolean
  hidden: readonly MediaType[]
  /** Whether an admin has hidden a book of this title; servers have no ids of a book manager. */
  isBookNamed: (title: string) => boolean
}

/** The title that limits are about; null: a book, or a title that the server has no id of. */
export function screenTitle({ kind, tmdb_id }: ServerTitle): ScreenTitle | null {
  return kind === 'book' || tmdb_id === undefined ? null : { kind, tmdb_id }
}

/** What cannot be judged is kept from kids accounts: a server knows titles that Foyer knows nothing about. */
export function isShown(
  found: ServerTitle,
  { is_limited, isAllowed, hidden, isBookNamed }: LatestReader,
): boolean {
  if (hidden.includes(found.kind)) return false
  if (found.kind === 'book' && isBookNamed(found.title)) return false
  const title = screenTitle(found)
  return title ? isAllowed(title) : !is_limited
}

/** The newest of all servers, each title once. */
export function newestOfAll(found: readonly FoundTitle[], limit: number): FoundTitle[] {
  const sorted = found.toSorted((a, b) => b.added_at.localeCompare(a.added_at))
  const seen = new Set<string>()
  const first = sorted.filter(one => {
    const { kind, tmdb_id, instance_id, item_id } = one
    const key = tmdb_id === undefined ? `${instance_id} ${item_id}` : `${kind}:${tmdb_id}`
    return !seen.has(key) && seen.add(key)
  })
  return first.slice(0, limit)
}
