import { z } from 'zod'
import { Time } from './primitives.ts'
import { BookFormat } from './requests/requests.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

const reader = {
  method: 'GET',
  access: 'user',
  permission: 'media:request',
  spec: '1:4.10',
} as const satisfies Partial<RouteDefinition>

/** Lists are empty for callers without a book library; a named one must still be accessible (0.6). */
const LIST_REFUSALS = ['instance_forbidden', 'instance_not_found', 'upstream_failed', 'unavailable'] as const

/** Cached as ready bytes: a library may have fifty thousand books. */
const list = {
  ...reader,
  kind: 'verbatim',
  refusals: LIST_REFUSALS,
} as const satisfies Partial<RouteDefinition>

const detail = {
  ...reader,
  refusals: [...LIST_REFUSALS, 'validation', 'no_grant', 'no_instance', 'not_found'],
} as const satisfies Partial<RouteDefinition>

const instance_id = z.string().optional()
/** Parsed by the slice: C17 requires that the instance is judged first, and an unknown order falls back (1:4.10). */
const word = z.string().optional()

/** Additive, C7: the only format that this library holds; absent: both, or it is not known. */
const single_format = BookFormat.optional()

const FormatOwned = z.object({ monitored: z.boolean(), downloaded: z.boolean() })

export const BookTitle = z.object({
  title: z.string(),
  author: z.string().nullable(),
  author_foreign_id: z.string().nullable(),
  /** All authors of this title in the library, in order. */
  author_summaries: z.array(z.object({ name: z.string(), position: z.int() })),
  /** The library's value, even if it is implausible. */
  year: z.int().nullable(),
  series: z.string().nullable(),
  /** As written: `2`, `0.5`, `1-3` (C14). */
  series_position: z.string().nullable(),
  foreign_book_id: z.string(),
  /** `type:value` with the types native, work, edition, isbn13, asin and bp. */
  identity_keys: z.array(z.string()),
  /** False when a record does not name its format. */
  status_known: z.boolean(),
  /** A server-relative path, or an https address. */
  cover: z.string().nullable(),
  ebook: FormatOwned,
  audiobook: FormatOwned,
})
export type BookTitle = z.infer<typeof BookTitle>

export const LibraryAuthor = z.object({
  author_foreign_id: z.string(),
  name: z.string(),
  /** The rank in the returned order, from 1. */
  position: z.int(),
  image: z.string().nullable(),
  /** Titles, each counted once regardless of formats. */
  title_count: z.int(),
  /** Titles with a file. */
  available_count: z.int(),
  added: Time.optional(),
  /** A biography, on the author's own page only; absent when there is none or it could not be read. */
  overview: z.string().optional(),
})
export type LibraryAuthor = z.infer<typeof LibraryAuthor>

export const getBookLibrary = defineRoute({
  ...list,
  path: '/api/requests/book-library',
  summary: 'Every title of a book library with its owned formats, and its authors',
  query: z.object({ instance_id }),
  response: z.object({
    titles: z.array(BookTitle),
    /** Null: the authors could not be read. Empty: there are none. */
    authors: z.array(LibraryAuthor).nullable(),
    single_format,
  }),
})

export const RecentBook = z.object({
  /** The record with the newest file. */
  book_id: z.int(),
  foreign_book_id: z.string(),
  title: z.string(),
  author: z.string(),
  /** Empty when the records of the entry have different formats. */
  format: z.enum([...BookFormat.options, '']),
  cover: z.string().nullable(),
  imported_at: Time,
})
export type RecentBook = z.infer<typeof RecentBook>

export const getRecentBooks = defineRoute({
  ...list,
  path: '/api/requests/book-recent',
  summary: 'The newest book files; 20 by default, at most 50',
  query: z.object({ instance_id, limit: word }),
  response: z.object({ items: z.array(RecentBook) }),
})

export const getBookAuthors = defineRoute({
  ...list,
  path: '/api/requests/book-authors',
  summary: 'The authors of a book library, by books on disk, name or date added; at most 200',
  query: z.object({ instance_id, sort: word }),
  response: z.object({ authors: z.array(LibraryAuthor), total: z.int() }),
})

export const getBookAuthor = defineRoute({
  ...detail,
  path: '/api/requests/book-author',
  summary: 'One author with all their titles, newest year first',
  query: z.object({ instance_id, foreign_id: word }),
  response: z.object({ author: LibraryAuthor, titles: z.array(BookTitle), single_format }),
})

export const BookSeries = z.object({
  name: z.string(),
  /** At most three. */
  covers: z.array(z.string()),
  title_count: z.int(),
  available_count: z.int(),
})
export type BookSeries = z.infer<typeof BookSeries>

export const getBookSeries = defineRoute({
  ...list,
  path: '/api/requests/book-series',
  summary: 'The series with books on disk in a book library; at most 200',
  query: z.object({ instance_id, sort: word }),
  response: z.object({ series: z.array(BookSeries), total: z.int() }),
})

export const SeriesTitle = BookTitle.extend({ position: z.string().nullable() })
export type SeriesTitle = z.infer<typeof SeriesTitle>

export const getBookSeriesDetail = defineRoute({
  ...detail,
  path: '/api/requests/book-series-detail',
  summary: 'Every title of one series that the library tracks, in reading order',
  query: z.object({ instance_id, name: word }),
  response: z.object({ series: BookSeries, titles: z.array(SeriesTitle), single_format }),
})
