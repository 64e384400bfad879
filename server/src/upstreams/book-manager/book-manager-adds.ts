import type { BookFormat } from '@foyer/contract/requests/requests'
import { z } from 'zod'
import { MINUTE_MS } from '#kit/durations.ts'
import type { OutboundAnswer, Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import {
  type AddedBook,
  type BookManagerKind,
  BookRefused,
  type BookShelf,
  type FoundBook,
  type NewBook,
} from '#ports/courier-books.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { readTagIds, sendCommand } from '../servarr/servarr-adds.ts'
import { createServarrClient, type ServarrClient } from '../servarr/servarr-client.ts'
import { createAuthorImports } from './book-manager-imports.ts'
import { placesOf, readBookOptions, WireAuthorPlaces } from './book-manager-places.ts'
import { BOOK_MANAGER, LOOKUP_MS } from './book-manager-product.ts'
import { objectionIn } from './book-refusals.ts'
import { idsOf, releaseDayOf, WireBook } from './book-wire.ts'
import { singleFormat, WireProfile } from './single-format.ts'

/** An add calls the metadata server, which can be slow; Readarr fetches a whole catalogue at the same time. */
const ADD_TIMEOUT_MS = MINUTE_MS

const Status = z.object({ appName: z.string().nullish() })
const Found = WireBook.omit({ id: true }).extend({
  author: z.object({ foreignAuthorId: z.string().nullish(), authorName: z.string().nullish() }).nullish(),
})
/** chaptarr.md, 5: a success without a positive id is pending. */
const Added = z.object({
  id: z.int().nullish(),
  foreignBookId: z.string().nullish(),
  pendingId: z.int().nullish(),
})

function foundOf(book: z.output<typeof Found>): FoundBook {
  const { foreignAuthorId, authorName } = book.author ?? {}
  return {
    ...idsOf({ ...book, id: 0 }),
    title: book.title ?? '',
    ...releaseDayOf(book),
    edition_id: book.foreignEditionId ?? book.editions?.[0]?.foreignEditionId ?? '',
    author: { foreign_author_id: foreignAuthorId ?? '', name: authorName ?? '' },
  }
}

/** Sent only when there are any: the author may exist, with tags of its own. */
function tagsOf({ tags }: NewBook) {
  return tags.length === 0 ? {} : { tags }
}

/** chaptarr.md, 5: names one format, and monitors nothing but this book. */
function formatBody(book: NewBook): object {
  const { format, place, author, foreign_book_id } = book
  return {
    foreignBookId: foreign_book_id,
    title: book.title,
    mediaType: format,
    monitored: true,
    [`${format}Monitored`]: true,
    anyEditionOk: true,
    editions: [],
    addOptions: { addType: 'manual', searchForNewBook: book.search },
    author: {
      foreignAuthorId: author.foreign_author_id,
      authorName: author.name,
      [`${format}QualityProfileId`]: place.quality_profile_id,
      [`${format}MetadataProfileId`]: place.metadata_profile_id,
      [`${format}RootFolderPath`]: place.root_folder,
      monitored: true,
      ...tagsOf(book),
      addOptions: {
        monitor: 'specificBook',
        mediaType: format,
        booksToMonitor: [foreign_book_id],
        searchForMissingBooks: false,
      },
    },
  }
}

/** chaptarr.md, 10: Readarr requires exactly one monitored edition, and has no formats. */
function singleBody(book: NewBook): object {
  const { place, author } = book
  return {
    foreignBookId: book.foreign_book_id,
    title: book.title,
    monitored: true,
    anyEditionOk: true,
    editions: [{ foreignEditionId: book.edition_id, title: book.title, monitored: true }],
    addOptions: { addType: 'manual', searchForNewBook: book.search },
    author: {
      foreignAuthorId: author.foreign_author_id,
      authorName: author.name,
      qualityProfileId: place.quality_profile_id,
      metadataProfileId: place.metadata_profile_id,
      rootFolderPath: place.root_folder,
      monitored: true,
      monitorNewItems: 'none',
      ...tagsOf(book),
      addOptions: {
        monitor: 'none',
        booksToMonitor: [book.foreign_book_id],
        searchForMissingBooks: false,
      },
    },
  }
}

const REFUSING = [400, 409, 500]

function refusalOf(product: string, answer: OutboundAnswer): BookRefused | UpstreamFault {
  const objection = objectionIn(answer)
  if (objection !== null) return new BookRefused(product, objection)
  return new UpstreamFault({ upstream: product, kind: 'bad_answer', status: answer.status })
}

async function sendBook(
  client: ServarrClient,
  connection: Connection,
  book: NewBook,
  { product, single_format }: BookManagerKind,
  signal: AbortSignal,
): Promise<AddedBook> {
  const isSingle = single_format !== null
  const answer = await client.send(connection, {
    method: 'POST',
    path: 'book',
    ...(!isSingle && { query: { mediaType: book.format } }),
    json: isSingle ? singleBody(book) : formatBody(book),
    timeout_ms: ADD_TIMEOUT_MS,
    accept_statuses: REFUSING,
    signal,
  })
  if (REFUSING.includes(answer.status)) throw refusalOf(product, answer)
  try {
    const { id, foreignBookId, pendingId } = answer.json(Added)
    if (id && id > 0) return { record_id: id, foreign_book_id: foreignBookId ?? '' }
    return { pending: pendingId && pendingId > 0 ? pendingId : null }
  } catch (cause) {
    // Its status says it was accepted; the result is left to the next read.
    throw new UpstreamFault({ upstream: product, kind: 'outcome_unknown', status: answer.status, cause })
  }
}

/** Chaptarr, API v1, and Readarr as the older manager: chaptarr.md, 5, 6 and 10. */
export function createBookManagerShelf(internal: Transport): BookShelf {
  const client = createServarrClient(internal, BOOK_MANAGER)
  const kindOf = async (connection: Connection, signal: AbortSignal): Promise<BookManagerKind> => {
    const { appName } = await client.get(Status, connection, { path: 'system/status', signal })
    if (appName?.toLowerCase() !== 'readarr')
      return { product: BOOK_MANAGER.product, single_format: null, bare: null }
    const path = 'qualityprofile'
    const profiles = await client.get(z.array(WireProfile), connection, { path, signal })
    const single_format: BookFormat = singleFormat(profiles) ?? 'ebook'
    return { product: 'Readarr', single_format, bare: 'gr' }
  }

  return {
    describe: kindOf,
    async lookup(connection, { term, format, single }, signal) {
      const answer = await client.send(connection, {
        path: 'book/lookup',
        query: { term, ...(!single && { mediaType: format }) },
        timeout_ms: LOOKUP_MS,
        // A search term the manager refuses has no results.
        accept_statuses: [400],
        signal,
      })
      return answer.status === 400 ? [] : answer.json(z.array(Found)).map(foundOf)
    },
    options: (connection, signal) => readBookOptions(client, connection, signal),
    tags: (connection, signal) => readTagIds(client, connection, signal),
    async author(connection, record_id, signal) {
      const path = `author/${record_id}`
      const author = await client.get(WireAuthorPlaces, connection, { path, signal })
      return {
        foreign_author_id: author.foreignAuthorId ?? '',
        name: author.authorName ?? '',
        places: placesOf(author),
      }
    },
    add: (connection, book, kind, signal) => sendBook(client, connection, book, kind, signal),
    async monitor(connection, record_id, signal) {
      const json = { bookIds: [record_id], monitored: true }
      await client.send(connection, { method: 'PUT', path: 'book/monitor', json, idempotent: true, signal })
    },
    search: (connection, record_id, signal) =>
      sendCommand(client, connection, { name: 'BookSearch', bookIds: [record_id] }, signal),
    ...createAuthorImports(client),
  }
}
