import type { BookFormat } from '@foyer/contract/requests/requests'
import { z } from 'zod'
import type { BookIds } from '#ports/book-ids.ts'
import { Images } from '../servarr/servarr-calendar.ts'

const Text = z.string().nullish()

export const WireEdition = z.object({
  foreignEditionId: Text,
  isbn13: Text,
  isbn10: Text,
  asin: Text,
  asins: z.array(z.string()).nullish(),
  audibleASIN: Text,
  goodreadsEditionId: z.union([z.number(), z.string()]).nullish(),
  hardcoverEditionId: Text,
  openLibraryEditionId: Text,
  googleBooksEditionId: Text,
})

/** chaptarr.md, 7: a record in a list, or the more detailed one; Readarr lacks provider and format fields. */
export const WireBook = z.object({
  id: z.int(),
  title: Text,
  seriesTitle: Text,
  authorId: z.int().nullish(),
  foreignBookId: Text,
  foreignEditionId: Text,
  hardcoverBookId: Text,
  goodreadsWorkId: Text,
  // An edition, despite its name.
  goodreadsBookId: Text,
  openLibraryWorkId: Text,
  googleBooksId: Text,
  asin: Text,
  audibleASIN: Text,
  monitored: z.boolean().nullish(),
  hasFiles: z.boolean().nullish(),
  statistics: z.object({ bookFileCount: z.int().nullish() }).nullish(),
  releaseDate: Text,
  mediaType: Text,
  images: Images,
  editions: z.array(WireEdition).nullish(),
})
export type WireBook = z.output<typeof WireBook>

export const WireAuthor = z.object({
  id: z.int(),
  authorName: Text,
  foreignAuthorId: Text,
  added: Text,
  images: Images,
})

export const WireFile = z.object({ bookId: z.int().nullish(), dateAdded: Text })

const present = (values: readonly (string | null | undefined)[]) =>
  values.filter(value => !!value) as string[]

/** With the provider's prefix, which the record omits where the field name implies it. */
function of(provider: string, value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  return text === '' || /^[a-z]+:/.test(text) ? text : `${provider}:${text}`
}

/** chaptarr.md, 1: several ids lead to one book; each is kept with its provider. */
export function idsOf(book: WireBook): BookIds {
  const editions = book.editions ?? []
  return {
    foreign_book_id: book.foreignBookId ?? '',
    works: present([
      of('hc', book.hardcoverBookId),
      of('gr', book.goodreadsWorkId),
      of('ol', book.openLibraryWorkId),
    ]),
    editions: present([
      // Readarr's ids are Goodreads ids, without a prefix.
      of('gr', book.foreignEditionId),
      of('gr', book.goodreadsBookId),
      of('gb', book.googleBooksId),
      ...editions.flatMap(edition => [
        of('gr', edition.foreignEditionId),
        of('hc', edition.hardcoverEditionId),
        of('gr', edition.goodreadsEditionId),
        of('ol', edition.openLibraryEditionId),
        of('gb', edition.googleBooksEditionId),
      ]),
    ]),
    isbns: present(editions.flatMap(edition => [edition.isbn13, edition.isbn10])),
    asins: present([
      book.asin,
      book.audibleASIN,
      ...editions.flatMap(edition => [edition.asin, edition.audibleASIN, ...(edition.asins ?? [])]),
    ]),
  }
}

/** Managers write the first day of our era where they know none. */
export function releaseDayOf({ releaseDate }: Pick<WireBook, 'releaseDate'>): { released_on?: string } {
  const day = /^[1-9]\d{3}-\d{2}-\d{2}/.exec(releaseDate ?? '')?.[0]
  return day === undefined ? {} : { released_on: day }
}

export function formatOf({ mediaType }: WireBook): BookFormat | null {
  return mediaType === 'ebook' || mediaType === 'audiobook' ? mediaType : null
}

/** chaptarr.md, 7: either field is sufficient. */
export function hasFile({ hasFiles, statistics }: Pick<WireBook, 'hasFiles' | 'statistics'>): boolean {
  return hasFiles === true || (statistics?.bookFileCount ?? 0) > 0
}
