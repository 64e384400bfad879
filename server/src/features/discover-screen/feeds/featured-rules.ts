import type { TrendingTitle } from '#ports/list-provider.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { isEnglish, type Page, type Row } from './page-rules.ts'

/** The headline row is filled up to this many titles (1:4.5.4). */
export const ROW_SIZE = 20
/** 1/4.5: the maximum number of pages read to fill it. */
export const MAX_PAGES_READ = 5

/** One upstream page of the feed behind the headline row. */
export interface FeedPage {
  rows: readonly Row[]
  total_pages: number
  total_results: number
}

/** The metadata provider's page as a feed page; every row names its type. */
export function feedPageOf(kind: ScreenKind, { results, total_pages, total_results }: Page): FeedPage {
  return { rows: results.map(row => ({ ...row, media_type: kind })), total_pages, total_results }
}

/**
 * The list provider's page as a feed page. It reports no end, so a next page is assumed while this one has entries
 * (1:4.5.4). Titles unknown to the metadata provider are left out, because they have no page to open.
 */
export function feedPageOfList(
  kind: ScreenKind,
  page: number,
  { titles, total }: { titles: readonly TrendingTitle[]; total: number | null },
): FeedPage {
  const rows = titles.flatMap(title => (title.tmdb_id === null ? [] : [rowOf(kind, title.tmdb_id, title)]))
  const total_pages = titles.length > 0 ? page + 1 : page
  return { rows, total_pages, total_results: total ?? page * ROW_SIZE }
}

/**
 * Genres and the adult flag are left out rather than invented; they are read from the provider's record where
 * needed (C21).
 */
function rowOf(kind: ScreenKind, id: number, title: TrendingTitle): Row {
  const names = kind === 'movie' ? { title: title.title } : { name: title.title }
  const dates = kind === 'movie' ? { release_date: title.date } : { first_air_date: title.date }
  return {
    id,
    media_type: kind,
    ...names,
    ...dates,
    overview: title.overview,
    poster_path: null,
    backdrop_path: null,
    vote_average: title.vote_average,
    vote_count: title.vote_count,
    ...(title.language && { original_language: title.language }),
  }
}

const ITEM_FIELDS = [
  'adult',
  'backdrop_path',
  'first_air_date',
  'name',
  'origin_country',
  'original_language',
  'original_name',
  'original_title',
  'overview',
  'popularity',
  'poster_path',
  'release_date',
  'title',
  'vote_average',
  'vote_count',
]

const isKnown = (value: unknown) => value !== undefined && value !== null && value !== ''

/** A list provider's row, completed from the metadata provider's record. An empty text replaces none (C58). */
export function withRecord(row: Row, record: Readonly<Record<string, unknown>>): Row {
  const known = ITEM_FIELDS.filter(field => isKnown(record[field]))
  const genres = Array.isArray(record['genres']) ? (record['genres'] as { id: number }[]) : null
  return {
    ...row,
    ...Object.fromEntries(known.map(field => [field, record[field]])),
    // An empty list of genres is not the same as unknown genres (C21).
    ...(genres && { genre_ids: genres.map(genre => genre.id) }),
  }
}

/**
 * Merges one more page into the rows: in order, without duplicates and, if only English is shown, without other
 * languages.
 */
export function gather(rows: readonly Row[], more: readonly Row[], english_only: boolean): Row[] {
  const seen = new Set(rows.map(row => row.id))
  const fresh = more.filter(row => {
    if (seen.has(row.id) || (english_only && !isEnglish(row))) return false
    seen.add(row.id)
    return true
  })
  return [...rows, ...fresh]
}

/**
 * Whether to read another page: only for the first page of the row, only with the language filter on, and never
 * past the end.
 */
export function wantsMore(reading: {
  page: number
  english_only: boolean
  rows: number
  pages_read: number
  total_pages: number
}): boolean {
  const { page, english_only, rows, pages_read, total_pages } = reading
  return (
    page === 1 && english_only && rows < ROW_SIZE && pages_read < MAX_PAGES_READ && pages_read < total_pages
  )
}
