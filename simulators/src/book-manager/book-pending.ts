import { type Answer, empty, json } from '../kit/answer.ts'
import { asList, asRecord, type JsonRecord, numberIn, textIn } from '../kit/json.ts'
import { isoSecond, MINUTE_MS } from '../kit/time.ts'
import { readRecordId } from '../servarr/servarr-answers.ts'
import type { BookFormat, CatalogueAuthor } from './book-catalogue.ts'
import { findAuthor, findBook, hasPrefix } from './book-ids.ts'
import type { LibraryAuthor } from './book-library.ts'
import type { Shown } from './book-resources.ts'

/** chaptarr.md, 6: written in PascalCase, per format and overall. */
export type PendingStatus =
  | 'NotRequested'
  | 'Pending'
  | 'InProgress'
  | 'Retrying'
  | 'PartialSuccess'
  | 'Succeeded'
  | 'Failed'

export interface PendingImport {
  id: number
  provider_id: string
  author_name: string
  formats: LibraryAuthor['formats']
  /** Works to follow, by provider id. */
  books: string[]
  status: PendingStatus
  attempts: number
  created_at: number
  last_attempt_at: number | null
  next_attempt_at: number
  last_error: string | null
}

export interface NewPendingImport {
  provider_id: string
  author_name: string
  formats: LibraryAuthor['formats']
  books: readonly string[]
}

export interface PendingImports {
  all: () => PendingImport[]
  /** Queues, or merges into the row that already waits, and answers 202 with the receipt. */
  answer: (wish: NewPendingImport) => Answer
  /** The metadata server gives a definite no. */
  giveUp: (id: number, error: string) => void
  /** The row is cleaned up, whatever became of it. */
  forget: (id: number) => void
}

export interface PendingParts extends Shown {
  /** The author is there at last: insert it with its formats. */
  arrived: (author: CatalogueAuthor, formats: LibraryAuthor['formats']) => void
}

const isActive = (row: PendingImport) => ['Pending', 'InProgress', 'Retrying'].includes(row.status)

export function createPendingImports(parts: PendingParts): PendingImports {
  const { servarr, library } = parts
  const { timeline, nextId } = servarr
  let rows: PendingImport[] = []

  function queue(wish: NewPendingImport): PendingImport {
    const waiting = rows.find(row => row.provider_id === wish.provider_id && isActive(row))
    if (waiting) {
      waiting.formats = { ...wish.formats, ...waiting.formats }
      waiting.books = [...new Set([...waiting.books, ...wish.books])]
      waiting.next_attempt_at = timeline.now()
      return waiting
    }
    const row: PendingImport = {
      ...wish,
      books: [...wish.books],
      id: nextId('pendingimport'),
      status: 'Pending',
      attempts: 0,
      created_at: timeline.now(),
      last_attempt_at: null,
      next_attempt_at: timeline.now() + MINUTE_MS,
      last_error: null,
    }
    rows.push(row)
    timeline.after(MINUTE_MS, () => attempt(row))
    return row
  }

  /** Every minute for the first three tries, then every five. */
  function attempt(row: PendingImport): void {
    if (!isActive(row)) return
    row.attempts += 1
    row.last_attempt_at = timeline.now()
    const author = findAuthor('chaptarr', row.provider_id)
    if (author && !library.held.has(author.hardcover)) return succeed(row, author)
    row.status = 'Retrying'
    row.last_error = 'Author not yet available on metadata server'
    const wait = row.attempts < 3 ? MINUTE_MS : 5 * MINUTE_MS
    row.next_attempt_at = timeline.now() + wait
    timeline.after(wait, () => attempt(row))
  }

  /** A row that succeeded is deleted: the receipt is gone, and the author is there. */
  function succeed(row: PendingImport, author: CatalogueAuthor): void {
    rows = rows.filter(one => one !== row)
    row.status = 'Succeeded'
    if (!library.authorByWork(author.hardcover)) parts.arrived(author, row.formats)
    for (const id of row.books) {
      const work = findBook('chaptarr', id)
      for (const book of library.books.values()) {
        if (book.hardcover === work?.hardcover && row.formats[book.format]) book.monitored = true
      }
    }
  }

  const imports: PendingImports = {
    all: () => rows,
    answer: wish => json({ pendingId: queue(wish).id, message: 'Author queued for import' }, 202),
    giveUp(id, error) {
      const row = rows.find(one => one.id === id)
      if (!row) throw new Error(`no pending import ${id}`)
      row.status = 'Failed'
      row.last_error = error
    },
    forget(id) {
      for (const row of rows.filter(one => one.id === id)) row.status = 'Failed'
      rows = rows.filter(row => row.id !== id)
    },
  }
  // The old manager has none of this and answers 404.
  if (library.flavour === 'chaptarr') routePending(parts, { queue, attempt, rows: () => rows })
  return imports
}

interface Queue {
  rows: () => PendingImport[]
  queue: (wish: NewPendingImport) => PendingImport
  attempt: (row: PendingImport) => void
}

function routePending({ servarr, library }: PendingParts, { rows, queue, attempt }: Queue): void {
  const { server, timeline } = servarr
  const base = `${servarr.api}/pendingauthorimport`
  const find = (id: number) => rows().find(row => row.id === id)

  server.route(`GET ${base}`, () => json(rows().map(resource)))
  server.route(`GET ${base}/:id`, request => {
    const row = find(readRecordId(request))
    // chaptarr.md, 6: a null resource, most likely 204.
    return row ? json(resource(row)) : empty(204)
  })
  server.route(`GET ${base}/author/exists/:provider`, request => {
    const id = request.params['provider'] ?? ''
    if (!hasPrefix(id)) return json({ error: 'Invalid provider id' }, 400)
    const metadata = findAuthor('chaptarr', id)
    const author = metadata && library.authorByWork(metadata.hardcover)
    if (metadata && author) {
      return json({ exists: true, authorId: author.id, authorName: metadata.name, pending: false })
    }
    const row = rows().findLast(one => one.provider_id === id)
    return json({ exists: false, pending: row !== undefined, ...(row && waiting(row)) })
  })
  server.route(`POST ${base}/author/queue`, request => {
    const body = asRecord(request.body)
    const provider_id = textIn(body, 'providerId') ?? ''
    if (!hasPrefix(provider_id)) return json({ error: 'Invalid provider id' }, 400)
    const metadata = findAuthor('chaptarr', provider_id)
    if (metadata && library.authorByWork(metadata.hardcover)) {
      // Nothing is queued for an author who is there.
      return json({
        pendingId: 0,
        message: 'Author already exists',
        providerId: provider_id,
        status: 'Succeeded',
      })
    }
    const row = queue({ provider_id, author_name: textIn(body, 'authorName') ?? '', ...readWish(body) })
    return json({
      pendingId: row.id,
      message: 'Author queued for import',
      providerId: provider_id,
      status: row.status,
    })
  })
  server.route(`POST ${base}/:id/retry`, request => {
    const row = find(readRecordId(request))
    if (row) {
      row.status = 'Pending'
      row.next_attempt_at = timeline.now()
      timeline.after(0, () => attempt(row))
    }
    return json({ message: 'Retry scheduled' })
  })
  server.route(`DELETE ${base}/:id`, request => {
    const row = find(readRecordId(request))
    if (row) {
      row.status = 'Failed'
      row.last_error = 'Cancelled by user'
    }
    return json({ message: 'Pending import cancelled' })
  })
}

function readWish(body: JsonRecord): { formats: LibraryAuthor['formats']; books: string[] } {
  const formats: LibraryAuthor['formats'] = {}
  const books: string[] = []
  for (const format of ['ebook', 'audiobook'] as const) {
    if (!body[format]) continue
    const own = asRecord(body[format])
    formats[format] = {
      quality_profile_id: numberIn(own, 'qualityProfileId') ?? 0,
      metadata_profile_id: numberIn(own, 'metadataProfileId') ?? 0,
      root_folder_path: textIn(own, 'rootFolderPath') ?? '',
    }
    books.push(...asList(own['booksToMonitor']).filter(one => typeof one === 'string'))
  }
  return { formats, books }
}

function waiting(row: PendingImport): JsonRecord {
  return {
    pendingId: row.id,
    status: row.status,
    authorName: row.author_name,
    nextAttempt: isoSecond(row.next_attempt_at),
    attemptCount: row.attempts,
  }
}

function resource(row: PendingImport): JsonRecord {
  const statusOf = (format: BookFormat): PendingStatus => (row.formats[format] ? row.status : 'NotRequested')
  const settings = Object.entries(row.formats).flatMap(([format, own]) => [
    [`${format}QualityProfileId`, own.quality_profile_id],
    [`${format}MetadataProfileId`, own.metadata_profile_id],
    [`${format}RootFolderPath`, own.root_folder_path],
  ])
  return {
    id: row.id,
    providerId: row.provider_id,
    providerPrefix: row.provider_id.split(':')[0],
    authorName: row.author_name,
    audiobookStatus: statusOf('audiobook'),
    ebookStatus: statusOf('ebook'),
    overallStatus: row.status,
    ...Object.fromEntries(settings),
    ebookBooksToMonitor: row.formats.ebook ? row.books : [],
    audiobookBooksToMonitor: row.formats.audiobook ? row.books : [],
    tags: [],
    searchForMissingBooks: false,
    createdAt: isoSecond(row.created_at),
    ...(row.last_attempt_at !== null && {
      updatedAt: isoSecond(row.last_attempt_at),
      lastAttemptAt: isoSecond(row.last_attempt_at),
    }),
    nextAttemptAt: isoSecond(row.next_attempt_at),
    attemptCount: row.attempts,
    maxAttempts: 0,
    ...(row.last_error !== null && { lastError: row.last_error }),
    requestedBy: 'ApiV1AuthorAdd',
  }
}
