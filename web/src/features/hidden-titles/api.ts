import {
  getHiddenTitles,
  type HiddenTitle,
  type HiddenWork,
  hideTitle,
  hideWork,
  showTitle,
  showWork,
} from '@foyer/contract/hidden-titles'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'

/** A movie or show, or a book or album by its id. */
export type HideableTitle =
  | { media_type: 'movie' | 'tv'; tmdb_id: number }
  | { media_type: 'book' | 'music'; foreign_id: string }

/** Everything that is hidden, in one form. */
export type Hidden = HiddenTitle | HiddenWork

export function hiddenTitlesQuery() {
  return queryOptions({
    queryKey: ['hidden-titles'],
    queryFn: ({ signal }) => call(getHiddenTitles, {}, { signal }),
    select: ({ titles, works }): Hidden[] =>
      [...titles, ...works].sort((a, b) => b.hidden_at.localeCompare(a.hidden_at)),
  })
}

export function hidingKey(title: HideableTitle): string {
  if ('tmdb_id' in title) return `${title.media_type} ${title.tmdb_id}`
  const { media_type, foreign_id } = title
  // C8: the book list's ids are the library's ids of the same works.
  return `${media_type} ${media_type === 'book' ? foreign_id.replace(/^bp:(?=\d+$)/, 'hc:') : foreign_id}`
}

async function setHidden(title: HideableTitle & { title: string }, hidden: boolean): Promise<void> {
  if ('tmdb_id' in title) {
    const { media_type, tmdb_id } = title
    await call(hidden ? hideTitle : showTitle, { params: { media_type, tmdb_id: String(tmdb_id) } })
    return
  }
  const { media_type, foreign_id } = title
  if (hidden) await call(hideWork, { body: { media_type, foreign_id, title: title.title } })
  else await call(showWork, { query: { media_type, foreign_id } })
}

/** Pages that were shown with the title, or without it, are read again. */
const STALE = new Set<unknown>([
  'hidden-titles',
  'discover-screen',
  'search',
  'watchlist',
  'watchlist-pages',
  'releases',
  'recently-added',
  'latest-on-servers',
  'books',
  'book-digest',
  'book-library',
  'music',
  'music-digest',
  'music-library',
])

/** Hides a title from everybody, or shows it again. */
export function useHiding() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ title, hidden }: { title: HideableTitle & { title: string }; hidden: boolean }) =>
      setHidden(title, hidden),
    onSettled: readAgain(() =>
      queries.invalidateQueries({ predicate: ({ queryKey }) => STALE.has(queryKey[0]) }),
    ),
  })
}
