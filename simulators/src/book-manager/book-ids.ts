import { bookCatalogue, type CatalogueAuthor, type CatalogueBook } from './book-catalogue.ts'

export type Flavour = 'chaptarr' | 'readarr'

/** chaptarr.md, 1 and 10: provider prefixes on the native API, bare Goodreads numbers in the old manager. */
export function bookId(flavour: Flavour, book: CatalogueBook): string {
  return flavour === 'chaptarr' ? `hc:${book.hardcover}` : String(book.goodreads)
}

export function authorId(flavour: Flavour, author: CatalogueAuthor): string {
  return flavour === 'chaptarr' ? `hc:${author.hardcover}` : String(author.goodreads)
}

const PREFIXED = /^(hc|gr|ol|gb|az|isbn):([A-Za-z0-9_-]+)$/

export function hasPrefix(id: string): boolean {
  return PREFIXED.test(id)
}

/** Several ids lead to one work; `gr:` means the work, never an edition. */
export function findBook(flavour: Flavour, id: string): CatalogueBook | undefined {
  const { books } = bookCatalogue()
  if (flavour === 'readarr') return books.find(book => String(book.goodreads) === id)
  const [, prefix = '', value = ''] = PREFIXED.exec(id) ?? []
  const number = Number(value)
  const tests: Record<string, (book: CatalogueBook) => boolean> = {
    hc: book => book.hardcover === number,
    gr: book => book.goodreads === number,
    az: book => book.editions.some(edition => edition.asin === value),
    isbn: book => book.editions.some(edition => edition.isbn13 === value),
  }
  const test = tests[prefix]
  return test && books.find(test)
}

export function findAuthor(flavour: Flavour, id: string): CatalogueAuthor | undefined {
  const { authors } = bookCatalogue()
  if (flavour === 'readarr') return authors.find(author => String(author.goodreads) === id)
  const [, prefix = '', value = ''] = PREFIXED.exec(id) ?? []
  if (prefix === 'hc') return authors.find(author => author.hardcover === Number(value))
  return prefix === 'gr' ? authors.find(author => author.goodreads === Number(value)) : undefined
}
