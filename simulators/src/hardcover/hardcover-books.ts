import { bookCatalogue, type CatalogueBook } from '../book-manager/book-catalogue.ts'
import { hashText } from '../kit/random.ts'

/** Hardcover's books by the names of its own schema, whole; a query picks from them. */
export function hardcoverBooks(cdn_url: string) {
  return bookCatalogue().books.map((book, i) => hardcoverBook(book, i, cdn_url))
}

export type HardcoverBook = ReturnType<typeof hardcoverBook>

/** One cover lies where covers no longer are, and one book has none (hardcover.md, "Covers"). */
const FOREIGN_COVER_AT = 7
const COVERLESS_AT = 11

function hardcoverBook(book: CatalogueBook, index: number, cdn_url: string) {
  const author = bookCatalogue().authors.find(one => one.books.includes(book))
  const readers = 40 + (hashText(`readers:${book.hardcover}`) % 12_000)
  const place = book.series && {
    position: Number(book.series.position),
    series: { id: hashText(book.series.name) % 100_000, name: book.series.name },
  }
  const isbn = book.editions.find(edition => edition.isbn13)?.isbn13 ?? null
  return {
    id: book.hardcover,
    title: book.title,
    slug: book.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    release_year: Number(book.release_date.slice(0, 4)),
    release_date: book.release_date,
    // A numeric column: it may arrive as text.
    rating: index % 2 === 0 ? book.rating : String(book.rating),
    ratings_count: book.votes,
    users_count: readers,
    users_read_count: Math.floor(readers / 3),
    description: index % 9 === 8 ? null : book.overview,
    image: index === COVERLESS_AT ? null : { id: 70_000 + index, url: coverUrl(book, index, cdn_url) },
    contributions: [
      { id: index * 2, contribution: null, author: { id: author?.hardcover ?? 0, name: book.author_name } },
      { id: index * 2 + 1, contribution: 'Narrator', author: { id: 1, name: book.narrator } },
    ],
    featured_book_series: place && { id: 80_000 + index, featured: true, ...place },
    book_series: place ? [{ id: 80_000 + index, featured: true, ...place }] : [],
    default_physical_edition: { id: 90_000 + index, isbn_13: isbn },
    default_ebook_edition: { id: 91_000 + index, isbn_13: isbn },
    default_audio_edition: index % 4 === 0 ? null : { id: 92_000 + index, isbn_13: null },
  }
}

function coverUrl({ hardcover, cover_path }: CatalogueBook, index: number, cdn_url: string): string {
  const host = index === FOREIGN_COVER_AT ? 'https://storage.googleapis.com/hardcover' : cdn_url
  return `${host}/edition/${hardcover}${cover_path}`
}
