import type { BookTitle } from '@foyer/contract/book-library'
import type { TrendingBook } from '@foyer/contract/discover-books'
import { coverUrl, listCover } from '../cards/cover.ts'
import type { FoundBook } from '../search/found-book.ts'

interface Rating {
  /** Out of five. */
  value: number
  /** Undefined: the library's catalogue, which does not say where it has it from. */
  source: string | undefined
}

/** Everything known about a book, from any source. */
export interface KnownBook {
  title: string
  authors: readonly { name: string; foreign_id: string | undefined }[]
  year: string | undefined
  series: { name: string; position: string | undefined } | undefined
  overview: string | undefined
  cover: string | undefined
  facts: { pages?: number | undefined; rating?: Rating | undefined; genres: readonly string[] }
}

interface Sources {
  /** From the library. */
  owned: BookTitle | undefined
  /** From the manager's search. */
  found: FoundBook | undefined
  /** From the trending list. */
  listed: TrendingBook | undefined
  /** The name of the list's provider. */
  list_source: string | undefined
  /** The title from the address, until a source names it. */
  name: string | undefined
}

/** The keys under which the library files the editions of a listed book. */
export function isbnKeys({ isbn13s }: Pick<TrendingBook, 'isbn13s'>): string[] {
  return isbn13s.map(isbn => `isbn13:${isbn}`)
}

/** "Harbour #2": a series name and position, as managers write it (1:4.10). */
export function seriesOf(text: string | undefined): KnownBook['series'] {
  if (!text) return undefined
  const at = text.lastIndexOf(' #')
  if (at < 1) return { name: text, position: undefined }
  return { name: text.slice(0, at), position: text.slice(at + 2) || undefined }
}

/** In reading order; a book without a position comes last, as on the pages of the library (1:4.10). */
export function byPlace(a: { series: string | undefined }, b: { series: string | undefined }): number {
  const [left, right] = [placeOf(a), placeOf(b)]
  return left === right ? 0 : left - right
}

function placeOf({ series }: { series: string | undefined }): number {
  const position = Number.parseFloat(seriesOf(series)?.position ?? '')
  return Number.isNaN(position) ? Infinity : position
}

function authorsOf({ owned, found, listed }: Sources): KnownBook['authors'] {
  if (owned?.author) return [{ name: owned.author, foreign_id: owned.author_foreign_id ?? undefined }]
  if (found?.author) return [{ name: found.author, foreign_id: found.author_foreign_id }]
  return (listed?.authors ?? []).map(name => ({ name, foreign_id: undefined }))
}

function seriesFrom({ owned, found, listed }: Sources): KnownBook['series'] {
  if (owned?.series) return { name: owned.series, position: owned.series_position ?? undefined }
  if (listed?.series) return { name: listed.series, position: listed.series_position ?? undefined }
  return seriesOf(found?.series)
}

function ratingOf({ listed, list_source, found }: Sources): Rating | undefined {
  if (listed?.rating) return { value: listed.rating, source: list_source }
  return found?.rating ? { value: found.rating, source: undefined } : undefined
}

/** The library wins over its search, and that over the list. Null while not even the title is known. */
export function knownBook(sources: Sources): KnownBook | null {
  const { owned, found, listed, name } = sources
  const title = owned?.title ?? found?.title ?? listed?.title ?? name
  if (!title) return null
  const year = owned?.year ?? listed?.year
  return {
    title,
    authors: authorsOf(sources),
    year: year ? String(year) : found?.year,
    series: seriesFrom(sources),
    overview: found?.overview ?? listed?.description ?? undefined,
    cover: coverUrl(owned?.cover) ?? coverUrl(found?.cover) ?? listCover(listed?.image_url ?? null),
    facts: {
      pages: found?.pages,
      rating: ratingOf(sources),
      genres: found?.genres ?? [],
    },
  }
}
