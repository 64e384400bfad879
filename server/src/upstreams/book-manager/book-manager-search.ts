import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { BookSearch } from '#ports/book-search.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { BOOK_MANAGER, LOOKUP_MS } from './book-manager-product.ts'

const Text = z.string().nullish()

const AuthorHit = z.object({ foreignAuthorId: Text, authorName: Text })
const BookHit = z.object({
  foreignBookId: Text,
  title: Text,
  seriesTitle: Text,
  author: z.object({ foreignAuthorId: Text }).nullish(),
})

/** chaptarr.md, 3 and 10: Readarr's ids are bare numbers, which its search takes with a prefix alone. */
function authorTerm(foreign_id: string): string {
  return /^\d+$/.test(foreign_id) ? `author:${foreign_id}` : foreign_id
}

/** Chaptarr, API v1, and Readarr as the older manager. */
export function createBookManagerSearch(internal: Transport): BookSearch {
  const client = createServarrClient(internal, BOOK_MANAGER)

  async function lookUp<T>(
    hit: z.ZodType<T>,
    kind: 'author' | 'book',
    { connection, term, signal }: { connection: Connection; term: string; signal: AbortSignal | undefined },
  ): Promise<T[]> {
    const answer = await client.send(connection, {
      path: `${kind}/lookup`,
      query: { term },
      timeout_ms: LOOKUP_MS,
      // A search term the manager refuses has no results.
      accept_statuses: [400],
      signal,
    })
    return answer.status === 400 ? [] : answer.json(z.array(hit))
  }

  const authors: BookSearch['authors'] = async (connection, term, signal) =>
    (await lookUp(AuthorHit, 'author', { connection, term, signal })).map(hit => ({
      foreign_author_id: hit.foreignAuthorId ?? '',
      name: hit.authorName ?? '',
    }))

  return {
    authorsById: (connection, foreign_id, signal) => authors(connection, authorTerm(foreign_id), signal),
    authors,
    books: async (connection, term, signal) =>
      (await lookUp(BookHit, 'book', { connection, term, signal })).map(hit => ({
        foreign_book_id: hit.foreignBookId ?? '',
        title: hit.title ?? '',
        foreign_author_id: hit.author?.foreignAuthorId ?? '',
        series_title: hit.seriesTitle ?? '',
      })),
  }
}
