import {
  getBookAuthor,
  getBookAuthors,
  getBookLibrary,
  getBookSeries,
  getBookSeriesDetail,
  getRecentBooks,
} from '@foyer/contract/book-library'
import { getBookStatus } from '@foyer/contract/book-status'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import type { AuthorSort, SeriesSort } from './shelf-sort.ts'
import { createShelf, type Shelf } from './book-shelf.ts'

/** As long as the server caches a library (1/4.10); events refetch it earlier. */
const STATUS_FRESH_MS = 15_000
const LIST_FRESH_MS = 60_000
/** A digest may be megabytes; events report its changes. */
const DIGEST_FRESH_MS = 5 * 60_000
/** A library that could not be read is retried automatically. */
const RETRY_UNKNOWN_MS = 30_000

/** The selected library; undefined is the account's default. */
export type LibraryId = string | undefined

const at = (instance_id: LibraryId) => (instance_id ? { instance_id } : {})

/** All titles of the library, found by any of their ids. */
export function digestQuery(instance_id: LibraryId) {
  return queryOptions({
    queryKey: ['book-digest', instance_id ?? null],
    queryFn: async ({ signal }): Promise<Shelf> => {
      const { titles, single_format } = await call(getBookLibrary, { query: at(instance_id) }, { signal })
      return createShelf(titles, single_format)
    },
    // Comparing thousands of titles costs more than rendering the few that are visible.
    structuralSharing: false,
    staleTime: DIGEST_FRESH_MS,
  })
}

export function recentQuery(instance_id: LibraryId) {
  return queryOptions({
    queryKey: ['book-library', 'recent', instance_id ?? null],
    queryFn: ({ signal }) => call(getRecentBooks, { query: at(instance_id) }, { signal }),
    staleTime: LIST_FRESH_MS,
  })
}

export function authorsQuery(sort: AuthorSort, instance_id: LibraryId) {
  return queryOptions({
    queryKey: ['book-library', 'authors', sort, instance_id ?? null],
    queryFn: ({ signal }) => call(getBookAuthors, { query: { ...at(instance_id), sort } }, { signal }),
    staleTime: LIST_FRESH_MS,
  })
}

export function authorQuery(foreign_id: string, instance_id: LibraryId) {
  return queryOptions({
    queryKey: ['book-library', 'author', foreign_id, instance_id ?? null],
    queryFn: ({ signal }) => call(getBookAuthor, { query: { ...at(instance_id), foreign_id } }, { signal }),
    staleTime: LIST_FRESH_MS,
  })
}

export function seriesQuery(sort: SeriesSort, instance_id: LibraryId) {
  return queryOptions({
    queryKey: ['book-library', 'series', sort, instance_id ?? null],
    queryFn: ({ signal }) => call(getBookSeries, { query: { ...at(instance_id), sort } }, { signal }),
    staleTime: LIST_FRESH_MS,
  })
}

export function seriesDetailQuery(name: string, instance_id: LibraryId) {
  return queryOptions({
    queryKey: ['book-library', 'series-detail', name, instance_id ?? null],
    queryFn: ({ signal }) => call(getBookSeriesDetail, { query: { ...at(instance_id), name } }, { signal }),
    staleTime: LIST_FRESH_MS,
  })
}

export interface BookQuery {
  foreign_id: string
  /** Both lead back to the selected record, never to a similar one (1:4.6). */
  title?: string | undefined
  q?: string | undefined
}

/** The status of each format of a book, with the caller's own request. */
export function bookStatusQuery({ foreign_id, title, q }: BookQuery, instance_id: LibraryId) {
  return queryOptions({
    queryKey: ['shelf-status', 'book', foreign_id, instance_id ?? null, title ?? null, q ?? null],
    queryFn: ({ signal }) =>
      call(
        getBookStatus,
        { query: { ...at(instance_id), foreign_id, ...(title && { title }), ...(q && { q }) } },
        { signal },
      ),
    staleTime: STATUS_FRESH_MS,
    refetchInterval: query => (query.state.data?.status_known === false ? RETRY_UNKNOWN_MS : false),
  })
}
