import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { routePortraits, routeSleeves } from '../servarr/covers.ts'
import { calendarWindow, envelope, flagOf, numbersOf } from '../servarr/paging.ts'
import { routeLibraryFiles } from '../servarr/record-routes.ts'
import { raised } from '../servarr/servarr-answers.ts'
import type { AddParts } from './book-add.ts'
import type { LibraryBook } from './book-library.ts'
import { bookResource, fileResource } from './book-resources.ts'

/** Files, calendar, wanted and covers. */
export function routeLists(parts: AddParts): void {
  routeFiles(parts)
  routeCalendar(parts)
  routeWanted(parts)
  routeCovers(parts)
}

function routeFiles(parts: AddParts): void {
  const { servarr, library, activity } = parts
  const { server, api } = servarr
  server.route(`GET ${api}/bookfile`, request => {
    const author = request.query.get('authorId')
    const books = numbersOf(request, 'bookId')
    const ids = numbersOf(request, 'bookFileIds')
    const format = request.query.get('mediaType')
    const unmapped = flagOf(request, 'unmapped')
    if (author === null && books.length === 0 && ids.length === 0 && !unmapped) {
      const message = 'authorId, bookId, bookFileIds or unmapped must be provided'
      throw new Refused(raised(400, 'BadRequest', message))
    }
    const kept = [...library.files.values()].filter(
      file =>
        !unmapped &&
        (author === null || file.author_id === Number(author)) &&
        (books.length === 0 || books.includes(file.book_id)) &&
        (ids.length === 0 || ids.includes(file.id)) &&
        (format === null || file.format === format),
    )
    return json(kept.map(file => fileResource(parts, file)))
  })
  routeLibraryFiles(servarr, {
    kind: 'bookFile',
    files: library.files,
    resource: file => fileResource(parts, file),
    remove: file => activity.remove(file, 'Manual'),
  })
}

function isFollowed({ library }: AddParts, book: LibraryBook): boolean {
  return book.monitored && library.authorOf(book).monitored
}

function routeCalendar(parts: AddParts): void {
  const { servarr, library } = parts
  const { server, api, timeline } = servarr
  server.route(`GET ${api}/calendar`, request => {
    const { start, end } = calendarWindow(request, timeline.now())
    const due = [...library.books.values()].filter(book => {
      const at = Date.parse(library.bookMetadata(book).release_date)
      return at >= start && at <= end && (isFollowed(parts, book) || flagOf(request, 'unmonitored'))
    })
    const view = { author: flagOf(request, 'includeAuthor') }
    return json(due.map(book => bookResource(parts, book, view)))
  })
}

function routeWanted(parts: AddParts): void {
  const { servarr, library, profiles } = parts
  const { server, api } = servarr
  const page = (request: SimRequest, keeps: (book: LibraryBook) => boolean) => {
    const monitored = flagOf(request, 'monitored', true)
    const format = request.query.get('mediaType')
    const kept = [...library.books.values()].filter(
      book =>
        isFollowed(parts, book) === monitored &&
        library.isReleased(book) &&
        (format === null || book.format === format) &&
        keeps(book),
    )
    const view = { author: flagOf(request, 'includeAuthor') }
    const rows = kept.map(book => bookResource(parts, book, view))
    return json(envelope(request, rows, { key: 'releaseDate', direction: 'descending' }))
  }
  server.route(`GET ${api}/wanted/missing`, request =>
    page(request, book => library.filesOf(book).length === 0),
  )
  server.route(`GET ${api}/wanted/cutoff`, request =>
    page(request, book => {
      const profile = library.authorOf(book).formats[book.format]?.quality_profile_id
      return library.filesOf(book).some(file => profiles.isBelowCutoff(profile, file.release.quality.quality))
    }),
  )
}

function routeCovers({ servarr, library }: AddParts): void {
  routePortraits(servarr, 'author', id => {
    const record = library.authors.get(id)
    return record && library.authorMetadata(record).photo_path
  })
  routeSleeves(servarr, 'book', id => {
    const record = library.books.get(id)
    return record && library.bookMetadata(record).cover_path
  })
}
