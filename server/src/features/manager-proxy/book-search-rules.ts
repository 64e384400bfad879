import type { FoundBook } from '@foyer/contract/book-search'
import { z } from 'zod'

/** chaptarr.md, 5: a hit of the manager's lookup. A part of the wrong type is left out, and the book stays. */
const text = z
  .string()
  .transform(value => value.trim() || undefined)
  .optional()
  .catch(undefined)
const Image = z.object({ coverType: text, remoteUrl: text, url: text })
const Hit = z.object({
  foreignBookId: text,
  title: text,
  author: z.object({ authorName: text, foreignAuthorId: text }).optional().catch(undefined),
  releaseDate: text,
  seriesTitle: text,
  overview: text,
  remoteCover: text,
  images: z.array(Image).optional().catch(undefined),
  ratings: z.object({ value: z.number().positive() }).optional().catch(undefined),
})
type Hit = z.output<typeof Hit>

/** Relative paths belong to the manager, so only absolute addresses can be shown. */
function coverOf({ images = [], remoteCover }: Hit): string | undefined {
  const image = images.find(one => one.coverType === 'cover') ?? images[0]
  return [image?.remoteUrl, remoteCover, image?.url].find(address => address?.startsWith('https:'))
}

/** Both formats of a book may be separate hits; each book is listed once, in the manager's order. */
export function foundBooks(answer: unknown): FoundBook[] {
  const books = new Map<string, FoundBook>()
  for (const row of z.array(z.unknown()).parse(answer)) {
    const book = foundBook(row)
    if (book && !books.has(book.foreign_id)) books.set(book.foreign_id, book)
  }
  return [...books.values()]
}

function foundBook(row: unknown): FoundBook | null {
  const parsed = Hit.safeParse(row)
  if (!parsed.success) return null
  const { foreignBookId, title, author, releaseDate, ratings, ...hit } = parsed.data
  if (!foreignBookId || !title) return null
  const year = /^[12]\d{3}/.exec(releaseDate ?? '')?.[0]
  return {
    foreign_id: foreignBookId,
    title,
    author: author?.authorName,
    author_foreign_id: author?.foreignAuthorId,
    year: year === undefined ? undefined : Number(year),
    series: hit.seriesTitle,
    overview: hit.overview,
    cover: coverOf(parsed.data),
    rating: ratings?.value,
  }
}
