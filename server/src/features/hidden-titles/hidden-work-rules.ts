import type { HiddenWork } from '@foyer/contract/hidden-titles'
import { z } from 'zod'
import { sourceId } from '#features/book-identity/index.ts'

/** A book by the id of its library or list, or an album by its release group. */
export interface HiddenWorkKey {
  media_type: 'book' | 'music'
  foreign_id: string
}

/** The hidden works of one medium, for a list that is kept. */
export interface HiddenWorks {
  /** Names what is hidden at a moment; empty: nothing. */
  version: string
  isHidden: (foreign_id: string) => boolean
}

/** C8: the ids of one book from a list and from a manager are the same work. */
export function workKey({ media_type, foreign_id }: HiddenWorkKey): HiddenWorkKey {
  return { media_type, foreign_id: media_type === 'book' ? sourceId(foreign_id) : foreign_id }
}

export function textKey(work: HiddenWorkKey): string {
  const { media_type, foreign_id } = workKey(work)
  return `${media_type}:${foreign_id}`
}

/** A title without case, accents and punctuation, to compare what two places call one book. */
export function titleWords(title: string): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')
    .trim()
}

export type IsWorkHidden = (work: HiddenWorkKey) => boolean

const Row = z.looseObject({ foreign_id: z.string().optional(), foreignBookId: z.unknown().optional() })
const Feed = z.looseObject({ results: z.array(Row) })
const Trending = z.looseObject({ books: z.array(Row) })

/** A feed of albums without hidden ones; null: it contains none, so the same bytes can be sent. */
export function withoutHiddenAlbums(body: unknown, isHidden: IsWorkHidden): unknown {
  const feed = Feed.parse(body)
  const results = feed.results.filter(({ foreign_id = '' }) => !isHidden({ media_type: 'music', foreign_id }))
  return results.length === feed.results.length ? null : { ...feed, results }
}

/** The same for the list of trending books. */
export function withoutHiddenTrending(body: unknown, isHidden: IsWorkHidden): unknown {
  const list = Trending.parse(body)
  const books = list.books.filter(({ foreign_id = '' }) => !isHidden({ media_type: 'book', foreign_id }))
  return books.length === list.books.length ? null : { ...list, books }
}

/** The rows of a manager's lookup without hidden books; anything else stays as it is. */
export function withoutHiddenFound(body: unknown, isHidden: IsWorkHidden): unknown {
  if (!Array.isArray(body)) return body
  return body.filter(row => {
    const id = Row.safeParse(row).data?.foreignBookId
    return typeof id !== 'string' || !isHidden({ media_type: 'book', foreign_id: id })
  })
}

interface Hidden extends HiddenWorkKey {
  title: string
  username: string | null
  hidden_at: string
}

export function presentHiddenWork({ username, ...work }: Hidden): HiddenWork {
  const { media_type, foreign_id, title, hidden_at } = work
  return { media_type, foreign_id, title, ...(username !== null && { hidden_by: username }), hidden_at }
}
