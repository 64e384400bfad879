import { json } from '../kit/answer.ts'
import { bulkList } from '../kit/bulk-rows.ts'
import type { JsonRecord } from '../kit/json.ts'
import { isoSecond } from '../kit/time.ts'
import { numbersOf } from '../servarr/paging.ts'
import type { AddParts } from './book-add.ts'

const FORMATS = ['ebook', 'audiobook'] as const
const BOOKS_PER_AUTHOR = 10
const BOOKS_PER_SERIES = 5
const FILED_EVERY = 3

/** Rows of a library too large to be stocked book by book: two formats of a title after each other. */
export function routeBulk({ servarr, library }: AddParts, count: number): void {
  const { server, api, timeline } = servarr
  const chaptarr = library.flavour === 'chaptarr'
  const authors = Math.ceil(count / (2 * BOOKS_PER_AUTHOR))
  const books = bulkList(count, i => bulkBook(i, chaptarr))
  const writers = bulkList(authors, i => bulkAuthor(i, chaptarr))

  server.route(`GET ${api}/book`, request => {
    const author = request.query.get('authorId')
    if (author === null) return books()
    const first = (Number(author) - 1) * 2 * BOOKS_PER_AUTHOR
    const own = Math.max(0, Math.min(2 * BOOKS_PER_AUTHOR, count - first))
    return json(Array.from({ length: own }, (_, i) => bulkBook(first + i, chaptarr)))
  })
  server.route(`GET ${api}/author`, writers)
  server.route(`GET ${api}/bookfile`, request => {
    const wanted = numbersOf(request, 'bookId').filter(id => id <= count && hasFile(id - 1))
    return json(
      wanted.map(id => ({
        id,
        bookId: id,
        authorId: authorOf(id - 1),
        dateAdded: isoSecond(timeline.now() - id * 1000),
      })),
    )
  })
}

const hasFile = (i: number) => i % FILED_EVERY === 0
const authorOf = (i: number) => Math.floor(i / (2 * BOOKS_PER_AUTHOR)) + 1

/** chaptarr.md, 7: as long as a lean row is. */
function bulkBook(i: number, chaptarr: boolean): JsonRecord {
  const work = chaptarr ? Math.floor(i / 2) : i
  const number = 500_000 + work
  const filed = hasFile(i)
  const series = Math.floor(work / BOOKS_PER_SERIES)
  return {
    id: i + 1,
    title: `The ${work} Lanterns of Harbour Street`,
    authorTitle: `writer, the ${authorOf(i)} The ${work} Lanterns of Harbour Street`,
    seriesTitle: `Harbour Street ${series} #${(work % BOOKS_PER_SERIES) + 1}`,
    authorId: authorOf(i),
    foreignBookId: chaptarr ? `hc:${number}` : String(number),
    foreignEditionId: chaptarr ? `hc:${900_000 + i}` : String(900_000 + i),
    titleSlug: `the-${work}-lanterns-of-harbour-street`,
    monitored: filed,
    anyEditionOk: true,
    ratings: { votes: i % 997, value: 3.5 },
    releaseDate: `${1970 + (work % 55)}-04-05T00:00:00Z`,
    pageCount: 100 + (work % 700),
    genres: ['Mystery', 'Harbours', 'Weather'],
    images: [{ url: `/MediaCover/Books/${i + 1}/cover.jpg`, coverType: 'cover', extension: '.jpg' }],
    statistics: {
      bookFileCount: filed ? 1 : 0,
      bookCount: 1,
      totalBookCount: 1,
      sizeOnDisk: filed ? 1_830_000 : 0,
      percentOfBooks: filed ? 100 : 0,
    },
    ...(chaptarr
      ? {
          localBookId: String(i + 1),
          hardcoverBookId: `hc:${number}`,
          goodreadsWorkId: `gr:${7_000_000 + work}`,
          asin: '',
          ebookMonitored: filed,
          audiobookMonitored: filed,
          mediaType: FORMATS[i % 2],
          availableNarrators: [],
          narratorNames: [],
          hasFiles: filed,
          isOmnibus: false,
        }
      : { added: '2024-03-01T10:00:00Z', grabbed: false }),
  }
}

function bulkAuthor(i: number, chaptarr: boolean): JsonRecord {
  return {
    id: i + 1,
    status: 'continuing',
    ended: false,
    authorName: `The ${i + 1} Writer`,
    authorNameLastFirst: `Writer, The ${i + 1}`,
    foreignAuthorId: chaptarr ? `hc:${80_000 + i}` : String(80_000 + i),
    titleSlug: `the-${i + 1}-writer`,
    overview: 'Writes about harbours, and answers letters on Sundays, when the ferry does not run.',
    path: `/books/The ${i + 1} Writer`,
    monitored: true,
    genres: ['Mystery'],
    tags: [],
    images: [],
    added: '2026-03-01T10:00:00Z',
    statistics: {
      bookFileCount: 7,
      bookCount: 7,
      availableBookCount: 7,
      totalBookCount: 20,
      sizeOnDisk: 1,
      percentOfBooks: 100,
    },
  }
}
