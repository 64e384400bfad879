import { getTrendingBooks } from '@foyer/contract/discover-books'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { isMissing } from '#lib/api-error.ts'
import { readManager } from '#lib/manager-proxy.ts'
import { authorTerm, type FoundAuthor, foundAuthor, foundBooks, lookupTerm } from './search/found-book.ts'
import type { LibraryId } from './shelf/library-api.ts'

const MINUTE = 60_000

/** About as long as the server caches the list (1:4.4). */
export function trendingQuery(instance_id: LibraryId) {
  return queryOptions({
    queryKey: ['books', 'trending', instance_id ?? null],
    queryFn: ({ signal }) =>
      call(getTrendingBooks, { query: instance_id ? { instance_id } : {} }, { signal }),
    staleTime: 15 * MINUTE,
    gcTime: 30 * MINUTE,
  })
}

/** The library manager's own search (1:4.4); it needs a library. */
export function lookupQuery(term: string, instance_id: LibraryId) {
  return queryOptions({
    queryKey: ['books', 'lookup', term, instance_id ?? null],
    queryFn: async ({ signal }) =>
      foundBooks(
        await readManager({
          instance_id: instance_id ?? '',
          path: 'api/v1/book/lookup',
          query: { term },
          signal,
        }),
      ),
    enabled: term.length > 0 && instance_id !== undefined,
    staleTime: 5 * MINUTE,
  })
}

/**
 * An author as the manager's search knows them, by id, or by name where it does not take the id. Null: it knows nobody
 * with this id.
 */
export function foundAuthorQuery(
  { id, name }: { id: string; name: string | undefined },
  instance_id: LibraryId,
) {
  async function lookUp(term: string, signal: AbortSignal): Promise<FoundAuthor | null> {
    try {
      const path = 'api/v1/author/lookup'
      const answer = await readManager({ instance_id: instance_id ?? '', path, query: { term }, signal })
      return foundAuthor(answer, id)
    } catch (error) {
      // A search term that the manager refuses has no results.
      if (isMissing(error)) return null
      throw error
    }
  }
  return queryOptions({
    queryKey: ['books', 'found-author', id, name ?? null, instance_id ?? null],
    queryFn: async ({ signal }) =>
      (await lookUp(authorTerm(id), signal)) ?? (name === undefined ? null : await lookUp(name, signal)),
    enabled: instance_id !== undefined,
    staleTime: 5 * MINUTE,
  })
}

/** One book as the manager knows it: by its search text if there is one, otherwise by its id. */
export function foundBookQuery(book: { foreign_id: string; q?: string | undefined }, instance_id: LibraryId) {
  return lookupQuery(book.q ?? lookupTerm(book.foreign_id), instance_id)
}
