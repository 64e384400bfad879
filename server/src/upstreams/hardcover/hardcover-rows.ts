import type { ListedBook } from '#ports/book-list-provider.ts'
import type { HydratedBook } from './hardcover-wire.ts'

const OWN_COVERS = 'https://assets.hardcover.app'
const ISBN_13 = /^97[89]\d{10}$/

/** The hydrated books in list order; books without a record or a title are left out. */
export function inOrder(
  ids: readonly number[],
  books: readonly HydratedBook[],
  cdn_url: string,
): ListedBook[] {
  const byId = new Map(books.map(book => [book.id, book]))
  return ids.flatMap(id => {
    const book = byId.get(id)
    return book?.title ? [listedBook(book, book.title, cdn_url)] : []
  })
}

function listedBook(book: HydratedBook, title: string, cdn_url: string): ListedBook {
  const place = book.featured_book_series ?? book.book_series?.[0]
  return {
    id: book.id,
    title,
    authors: authorsOf(book),
    year: book.release_year ?? null,
    rating: numberOf(book.rating),
    ratings_count: book.ratings_count ?? 0,
    readers_count: book.users_count ?? 0,
    description: book.description || null,
    image_url: coverOf(book.image?.url, cdn_url),
    series: place?.series?.name ?? null,
    series_position: place?.series?.name ? positionOf(place.position) : null,
    isbn13s: isbnsOf(book),
  }
}

/** `contribution` is null or "Author" for the writer (hardcover.md). */
function authorsOf({ contributions }: HydratedBook): string[] {
  const names = (contributions ?? [])
    .filter(({ contribution }) => !contribution || contribution === 'Author')
    .flatMap(({ author }) => author?.name ?? [])
  return [...new Set(names)]
}

function numberOf(value: HydratedBook['rating']): number | null {
  const number = value === null || value === undefined || value === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : null
}

/** C14: a raw string; 1.0 and 1 are the same position. */
function positionOf(value: HydratedBook['rating']): string | null {
  const number = numberOf(value)
  return number === null ? null : String(number)
}

/** 1/4.4: an absolute address on the cover host, null for all others. */
function coverOf(text: string | null | undefined, cdn_url: string): string | null {
  const isOurs = [cdn_url, OWN_COVERS].some(base => text?.startsWith(`${base}/`))
  return text && isOurs && URL.canParse(text) ? text : null
}

function isbnsOf(book: HydratedBook): string[] {
  const editions = [book.default_physical_edition, book.default_ebook_edition, book.default_audio_edition]
  const found = editions.flatMap(edition => edition?.isbn_13?.replaceAll('-', '') ?? [])
  return [...new Set(found.filter(isbn => ISBN_13.test(isbn)))]
}
