import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { asRecord, flagIn, type JsonRecord, numbersIn, textIn } from '../kit/json.ts'
import { flagOf } from '../servarr/paging.ts'
import { routeRecords } from '../servarr/record-routes.ts'
import { failed, readBody } from '../servarr/servarr-answers.ts'
import { addAuthor, type AddParts } from './book-add.ts'
import type { BookFormat } from './book-catalogue.ts'
import { hookBook } from './book-hooks.ts'
import { findAuthor, findBook } from './book-ids.ts'
import { catalogueAuthorOf, type LibraryAuthor, type LibraryBook } from './book-library.ts'
import { authorLookup, authorResource, bookLookup } from './book-resources.ts'

export function routeAuthors(parts: AddParts): void {
  const { servarr, library } = parts
  const { server, api } = servarr
  const resource = (author: LibraryAuthor) => authorResource(parts, author)
  routeRecords(servarr, {
    kind: 'author',
    records: library.authors,
    resource,
    keeps(request) {
      const asked = request.query.get('mediaType')
      return author => asked === null || asked in author.formats
    },
    change: (author, request) => applyChange(author, readBody(request)),
    remove: (author, request) => deleteAuthor(parts, author, flagOf(request, 'deleteFiles')),
  })
  server.route(`POST ${api}/author`, request => {
    const added = addAuthor(parts, asRecord(request.body), flagOf(request, 'queueIfUnavailable', true))
    return 'hardcover' in added ? json(resource(added), 201) : added
  })
}

function applyChange(author: LibraryAuthor, body: JsonRecord): void {
  author.monitored = flagIn(body, 'monitored') ?? author.monitored
  author.monitor_new_items = textIn(body, 'monitorNewItems') ?? author.monitor_new_items
  author.path = textIn(body, 'path') ?? author.path
  if ('tags' in body) author.tags = numbersIn(body, 'tags')
}

export function deleteAuthor(parts: AddParts, author: LibraryAuthor, deletedFiles: boolean): void {
  const { library, activity } = parts
  activity.tell(author, ['onAuthorDelete'], 'AuthorDelete', { deletedFiles })
  for (const book of library.booksOf(author.id)) dropBook(parts, book)
  library.authors.delete(author.id)
  activity.history.forget(author.id)
}

export function deleteBook(parts: AddParts, book: LibraryBook, deletedFiles: boolean): void {
  const payload = { book: hookBook(parts, book), deletedFiles }
  parts.activity.tell(parts.library.authorOf(book), ['onBookDelete'], 'BookDelete', payload)
  dropBook(parts, book)
}

function dropBook({ library, activity }: AddParts, book: LibraryBook): void {
  for (const file of library.filesOf(book)) library.files.delete(file.id)
  activity.downloads.drop(target => target.child_ids.includes(book.id))
  library.books.delete(book.id)
}

/** A term is a known id, or words. */
export function routeLookups(parts: AddParts): void {
  const { servarr, library } = parts
  const { server, api, switches } = servarr
  const chaptarr = library.flavour === 'chaptarr'
  const termOf = (request: SimRequest) => {
    const term = request.query.get('term')?.trim() ?? ''
    // chaptarr.md, 3: the old prefixes, and no term at all, are refused there.
    if (chaptarr && (term === '' || /^(work|author|edition):/.test(term))) {
      throw new Refused(json({ error: 'A search term with a supported prefix is required.' }, 400))
    }
    if (switches.metadata_down) {
      throw new Refused(failed(503, `Search for '${term}' failed. Unable to communicate with BookInfo.`))
    }
    return term.replace(/^(work|author):/, '')
  }
  const authors = (term: string) => {
    const exact = findAuthor(library.flavour, term)
    if (exact) return [exact]
    return library.catalogue.authors.filter(author => author.name.toLowerCase().includes(term.toLowerCase()))
  }
  const books = (term: string) => {
    const exact = findBook(library.flavour, term)
    if (exact) return [exact]
    const words = term.toLowerCase()
    return library.catalogue.books.filter(book =>
      `${book.author_name} ${book.title} ${book.series?.name ?? ''}`.toLowerCase().includes(words),
    )
  }
  const shownAuthor = (author: ReturnType<typeof authors>[number]) => {
    const record = library.authorByWork(author.hardcover)
    return record ? authorResource(parts, record) : authorLookup(parts, author)
  }
  const shownBook = (book: ReturnType<typeof books>[number], format: BookFormat) => ({
    ...bookLookup(parts, book, catalogueAuthorOf(library, book), format),
    ...ownId(library.bookByWork(book.hardcover, format)),
  })
  server.route(`GET ${api}/author/lookup`, request => json(authors(termOf(request)).map(shownAuthor)))
  server.route(`GET ${api}/book/lookup`, request => {
    const format = request.query.get('mediaType') === 'audiobook' ? 'audiobook' : 'ebook'
    return json(books(termOf(request)).map(book => shownBook(book, format)))
  })
  server.route(`GET ${api}/search`, request => {
    const term = termOf(request)
    const hits = [
      ...authors(term).map(author => ({ foreignId: `${author.hardcover}`, author: shownAuthor(author) })),
      ...books(term).map(book => ({ foreignId: `${book.hardcover}`, book: shownBook(book, 'ebook') })),
    ]
    return json(hits.map((hit, i) => ({ id: i + 1, ...hit })))
  })
}

function ownId(record: LibraryBook | undefined): JsonRecord {
  return record ? { id: record.id, monitored: record.monitored } : {}
}
