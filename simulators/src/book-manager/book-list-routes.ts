import { artBytes } from '../catalogue/art/art.ts'
import { empty, image, json, Refused, type SimRequest } from '../kit/answer.ts'
import { asRecord, numbersIn } from '../kit/json.ts'
import { DAY_MS } from '../kit/time.ts'
import { envelope, flagOf, numbersOf } from '../servarr/paging.ts'
import { qualitiesOf, qualityWeight } from '../servarr/qualities.ts'
import { found, raised, readRecordId } from '../servarr/servarr-answers.ts'
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
  const find = (request: SimRequest) => found(request, library.files.get(readRecordId(request)))
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
  server.route(`GET ${api}/bookfile/:id`, request => json(fileResource(parts, find(request))))
  server.route(`DELETE ${api}/bookfile/:id`, request => {
    activity.remove(find(request), 'Manual')
    return json({})
  })
  server.route(`DELETE ${api}/bookfile/bulk`, request => {
    for (const id of numbersIn(asRecord(request.body), 'bookFileIds')) {
      const file = library.files.get(id)
      if (file) activity.remove(file, 'Manual')
    }
    return json({})
  })
}

function isFollowed({ library }: AddParts, book: LibraryBook): boolean {
  return book.monitored && library.authorOf(book).monitored
}

function routeCalendar(parts: AddParts): void {
  const { servarr, library } = parts
  const { server, api, timeline } = servarr
  server.route(`GET ${api}/calendar`, request => {
    const today = timeline.now() - (timeline.now() % DAY_MS)
    const start = Date.parse(request.query.get('start') ?? '') || today
    const end = Date.parse(request.query.get('end') ?? '') || today + 2 * DAY_MS
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
  const weight = (id: number | undefined) => {
    const quality = qualitiesOf(servarr.app).find(one => one.id === id)
    return quality ? qualityWeight(quality, servarr.app) : 0
  }
  server.route(`GET ${api}/wanted/missing`, request =>
    page(request, book => library.filesOf(book).length === 0),
  )
  server.route(`GET ${api}/wanted/cutoff`, request =>
    page(request, book => {
      const profile = library.authorOf(book).formats[book.format]?.quality_profile_id
      const cutoff = profiles.all().find(one => one.id === profile)?.cutoff
      return library.filesOf(book).some(file => weight(file.release.quality.quality.id) < weight(cutoff))
    }),
  )
}

function routeCovers({ servarr, library }: AddParts): void {
  const { server, api } = servarr
  const picture = (request: SimRequest, path: string | undefined) => {
    const file = /^(?:poster|cover)(?:-(\d+))?\.jpg$/.exec(request.params['file'] ?? '')
    if (!file || path === undefined) return empty(404)
    const bytes = artBytes(path.slice(1), file[1] ? `h${file[1]}` : 'original')
    return bytes ? image(bytes) : empty(404)
  }
  const author = (request: SimRequest) => {
    const record = library.authors.get(Number(request.params['id']))
    return picture(request, record && library.authorMetadata(record).photo_path)
  }
  const book = (request: SimRequest) => {
    const record = library.books.get(Number(request.params['id']))
    return picture(request, record && library.bookMetadata(record).cover_path)
  }
  server.route('GET /MediaCover/:id/:file', author)
  server.route(`GET ${api}/mediacover/author/:id/:file`, author)
  server.route('GET /MediaCover/Books/:id/:file', book)
  server.route(`GET ${api}/mediacover/book/:id/:file`, book)
}
