import { json, type SimRequest } from '../kit/answer.ts'
import { asRecord, flagIn, type JsonRecord, numbersIn } from '../kit/json.ts'
import { flagOf, numbersOf } from '../servarr/paging.ts'
import { slug } from '../servarr/naming.ts'
import { found, readRecordId } from '../servarr/servarr-answers.ts'
import { addFormats, type AddParts, addSingle } from './book-add.ts'
import { deleteBook } from './book-author-routes.ts'
import type { LibraryBook } from './book-library.ts'
import { bookResource, type BookView, editionsOf } from './book-resources.ts'

const WHOLE: BookView = { author: true, overview: true, editions: true }

export function routeBooks(parts: AddParts): void {
  const { servarr, library } = parts
  const { server, api } = servarr
  const find = (request: SimRequest) => found(request, library.books.get(readRecordId(request)))

  server.route(`GET ${api}/book`, request => {
    const view = viewOf(parts, request)
    return json(chosen(parts, request).map(book => bookResource(parts, book, view)))
  })
  server.route(`GET ${api}/book/:id`, request => json(bookResource(parts, find(request), WHOLE)))
  server.route(`POST ${api}/book`, request => {
    const body = asRecord(request.body)
    if (library.flavour === 'readarr') return json(bookResource(parts, addSingle(parts, body), WHOLE), 201)
    const added = addFormats(parts, body, request.query.get('mediaType'))
    return 'hardcover' in added ? json(bookResource(parts, added, WHOLE), 201) : added
  })
  server.route(`PUT ${api}/book/:id`, request => {
    const book = find(request)
    book.monitored = flagIn(asRecord(request.body), 'monitored') ?? book.monitored
    return json(bookResource(parts, book, WHOLE), 202)
  })
  server.route(`PUT ${api}/book/monitor`, request => {
    const body = asRecord(request.body)
    const books = numbersIn(body, 'bookIds').flatMap(id => library.books.get(id) ?? [])
    for (const book of books) book.monitored = flagIn(body, 'monitored') ?? book.monitored
    return json(
      books.map(book => bookResource(parts, book)),
      202,
    )
  })
  server.route(`DELETE ${api}/book/:id`, request => {
    const book = find(request)
    const twin = library.bookByWork(book.hardcover, book.format === 'ebook' ? 'audiobook' : 'ebook')
    deleteBook(parts, book, flagOf(request, 'deleteFiles'))
    if (twin && flagOf(request, 'applyToBothFormats')) deleteBook(parts, twin, flagOf(request, 'deleteFiles'))
    return json({})
  })
  server.route(`GET ${api}/edition`, request => {
    const books = numbersOf(request, 'bookId').flatMap(id => library.books.get(id) ?? [])
    return json(books.flatMap(book => editionsOf(parts, book)))
  })
  if (library.flavour === 'chaptarr') routePaged(parts)
  routeSeries(parts)
}

/** chaptarr.md, 3: a list is lean unless it is told what to include; the old manager always shows the author. */
function viewOf({ library }: AddParts, request: SimRequest): BookView {
  if (library.flavour === 'readarr') return { author: true }
  const wanted = request.query.get('include')?.split(',') ?? []
  const all = wanted.includes('all')
  return { author: all || wanted.includes('author'), overview: all || wanted.includes('overview') }
}

function chosen({ library }: AddParts, request: SimRequest): LibraryBook[] {
  const author = request.query.get('authorId')
  const ids = numbersOf(request, 'bookIds')
  const wanted = request.query.get('titleSlug')
  const format = request.query.get('mediaType')
  const monitored = request.query.get('monitored')
  return [...library.books.values()].filter(
    book =>
      (author === null || book.author_id === Number(author)) &&
      (ids.length === 0 || ids.includes(book.id)) &&
      (wanted === null || slug(library.bookMetadata(book).title) === wanted) &&
      (format === null || book.format === format) &&
      // "monitored OR has files".
      (monitored !== 'true' || book.monitored || library.filesOf(book).length > 0),
  )
}

function routePaged(parts: AddParts): void {
  const { servarr, library } = parts
  servarr.server.route(`GET ${servarr.api}/book/paged`, request => {
    const offset = Number(request.query.get('offset') ?? 0)
    const pageSize = Math.min(1000, Math.max(1, Number(request.query.get('pageSize') ?? 200)))
    const has = (book: LibraryBook) => library.filesOf(book).length > 0
    const rows = chosen(parts, request).filter(
      book =>
        (!flagOf(request, 'downloaded') || has(book)) &&
        (!flagOf(request, 'missing') || !has(book)) &&
        (!flagOf(request, 'wanted') || (book.monitored && !has(book))),
    )
    const view = viewOf(parts, request)
    return json({
      records: rows.slice(offset, offset + pageSize).map(book => bookResource(parts, book, view)),
      totalCount: rows.length,
      offset,
      pageSize,
    })
  })
}

function routeSeries({ servarr, library }: AddParts): void {
  servarr.server.route(`GET ${servarr.api}/series`, request => {
    const author = request.query.get('authorId')
    const books = [...library.books.values()].filter(
      book => author === null || book.author_id === Number(author),
    )
    const names = [...new Set(books.flatMap(book => library.bookMetadata(book).series?.name ?? []))]
    return json(names.map((title, i) => seriesRow(i + 1, title, linksOf(i + 1, title))))

    function linksOf(seriesId: number, title: string): JsonRecord[] {
      return books
        .filter(book => library.bookMetadata(book).series?.name === title)
        .map((book, i) => ({
          id: seriesId * 100 + i,
          position: library.bookMetadata(book).series?.position ?? '',
          seriesPosition: i + 1,
          seriesId,
          bookId: book.id,
        }))
    }
  })
}

function seriesRow(id: number, title: string, links: JsonRecord[]): JsonRecord {
  return { id, title, description: '', links }
}
