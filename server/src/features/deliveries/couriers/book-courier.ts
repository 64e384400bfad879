import { sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import type { BookFormat } from '@foyer/contract/requests/requests'
import { identityKeys, keysOfForeignId, mergeKeys, recoverSelected } from '#features/book-identity/index.ts'
import {
  type BookIndex,
  readBookIndex,
  type ShelvedBook,
  type ShelvedTitle,
} from '#features/book-status/index.ts'
import type { BookLibrary } from '#ports/book-library.ts'
import {
  type BookManagerKind,
  type BookPlace,
  BookRefused,
  type BookShelf,
  type FoundBook,
  type NewBook,
  type ShelfAuthor,
} from '#ports/courier-books.ts'
import { chooseBookPlace, concernAuthors } from '../rules/book-place-rules.ts'
import * as rules from '../rules/book-rules.ts'
import type { Courier, CourierOutcome, CourierRun } from './courier.ts'
import { chooseTags, placeWishes } from '../rules/delivery-default-rules.ts'

export interface BookCourierParts {
  shelf: BookShelf
  library: Pick<BookLibrary, 'eachBook' | 'authors'>
}

/** One attempt for one format. */
interface FormatAttempt {
  run: CourierRun
  format: BookFormat
  kind: BookManagerKind
  names: { product: string; instance_name: string }
  foreign_id: string
  /** The import that this attempt checks. */
  awaited: rules.ImportReceipt | undefined
}

/** The book to add, before its place is known. */
type Wanted = Pick<NewBook, 'foreign_book_id' | 'title' | 'edition_id' | 'author'>

/**
 * Books (1:4.8.5 to 1:4.8.7), one format at a time. The library and its import receipts are read before anything
 * is written; a running import is watched and never requested twice.
 */
export function createBookCourier({ shelf, library }: BookCourierParts): Courier {
  async function monitorAndSearch(
    attempt: FormatAttempt,
    title: ShelvedTitle,
    record: ShelvedBook,
  ): Promise<CourierOutcome> {
    const { run, foreign_id } = attempt
    const { connection, signal } = run
    const { record_id } = record
    const named = { record_id, ...rules.canonicalId(foreign_id, title.foreign_book_id) }
    if (record.has_file) return { done: 'available', ...named, unchanged: true }
    // An import adds the book as monitored, but older managers do not search for it by themselves.
    const isImported = run.delivery.state === 'waiting_library'
    // C59: an import is an add, so whether an add searches applies to it.
    const isSearched = !isImported || run.instance.delivery_defaults.search_on_add !== false
    const isSearchPending = (isImported && isSearched) || rules.readReceipt(run.receipt).search === record_id
    if (record.monitored && !isSearchPending) return { done: 'requested', ...named, unchanged: true }
    if (!record.monitored) {
      await run.begin(isSearched ? { search: record_id } : undefined)
      await shelf.monitor(connection, record_id, signal)
    }
    if (!isSearched && !isSearchPending) return { done: 'requested', ...named }
    // 1:3: authority is read again immediately before each write.
    await run.begin({ search: record_id })
    await shelf.search(connection, record_id, signal)
    return { done: 'requested', ...named }
  }

  async function choosePlace({ run, format, names }: FormatAttempt) {
    const { request, instance } = run
    const options = await shelf.options(run.connection, run.signal)
    const wishes = placeWishes(instance.delivery_defaults, request)
    return chooseBookPlace(options, format, names, wishes)
  }

  /** C59: the settings of an existing author win. They are read only if there is something to win over. */
  async function findAuthor({ run }: FormatAttempt, foreign_author_id: string): Promise<ShelfAuthor | null> {
    if (!concernAuthors(run.instance.delivery_defaults)) return null
    const authors = await library.authors(run.connection, run.signal)
    const known = authors.find(one => one.foreign_author_id === foreign_author_id)
    return known ? shelf.author(run.connection, known.record_id, run.signal) : null
  }

  function chooseAuthorTags({ run, names }: FormatAttempt) {
    const readTags = () => shelf.tags(run.connection, run.signal)
    return chooseTags(run.instance.delivery_defaults.tags, readTags, names)
  }

  async function add(
    attempt: FormatAttempt,
    wanted: Wanted,
    { place, tags = [] }: { place: BookPlace; tags?: readonly number[] },
    keys: readonly string[],
  ) {
    const { run, format, kind, names, foreign_id } = attempt
    const search = run.instance.delivery_defaults.search_on_add ?? true
    await run.begin()
    try {
      const book = { ...wanted, format, place, tags, search }
      const added = await shelf.add(run.connection, book, kind, run.signal)
      if (!('pending' in added)) {
        const canonical = rules.canonicalId(foreign_id, added.foreign_book_id)
        return { done: 'requested', record_id: added.record_id, ...canonical } satisfies CourierOutcome
      }
      const author_id = wanted.author.foreign_author_id
      return rules.waitFor({ pending_id: added.pending, author_id, keys: [...keys] })
    } catch (error) {
      if (!(error instanceof BookRefused)) throw error
      if (error.objection === 'ambiguous' && kind.single_format !== null) {
        const message = sayDelivery('author_busy', { product: kind.product })
        return { retry: 'library_unavailable', message } satisfies CourierOutcome
      }
      return rules.refusedBook(error.objection, names)
    }
  }

  /** 1:4.8.5: the missing format of an existing title goes where its author's books of that format go. */
  async function addSibling(attempt: FormatAttempt, title: ShelvedTitle): Promise<CourierOutcome> {
    const { run, format, foreign_id, names } = attempt
    const [sibling] = title.records
    const author = sibling?.author_id
      ? await shelf.author(run.connection, sibling.author_id, run.signal)
      : null
    if (!author?.foreign_author_id) return rules.NO_AUTHOR_ID
    const live = author.places[format]
    const placed = live ? { place: live } : await choosePlace(attempt)
    if ('outcome' in placed) return placed.outcome
    const found = title.foreign_book_id ? null : await recover(attempt)
    const foreign_book_id = title.foreign_book_id || found?.foreign_book_id
    if (!foreign_book_id) return rules.notFound(names)
    const wanted = { foreign_book_id, title: sibling?.title ?? '', edition_id: '', author }
    return add(attempt, wanted, placed, keysOfForeignId(foreign_id, attempt.kind.bare))
  }

  async function handleExisting(attempt: FormatAttempt, title: ShelvedTitle): Promise<CourierOutcome> {
    await attempt.run.learnTitle(title.records[0]?.title ?? '')
    const record = rules.recordOf(title, attempt.format)
    if (record) return monitorAndSearch(attempt, title, record)
    if (title.records.some(one => one.format === null)) return rules.FORMAT_UNKNOWN
    return (await watch(attempt)) ?? addSibling(attempt, title)
  }

  function recover({ run, format, kind, foreign_id }: FormatAttempt): Promise<FoundBook | null> {
    const { title, search_term } = run.request
    const single = kind.single_format !== null
    return recoverSelected({ foreign_id, title, search_term }, kind.bare, term =>
      shelf.lookup(run.connection, { term, format, single }, run.signal),
    )
  }

  /** Null: no running import covers this book. 1:3: receipts are read before an add is repeated. */
  async function findRunningImport(attempt: FormatAttempt, found: FoundBook, keys: readonly string[]) {
    const { run, format } = attempt
    const author_id = found.author.foreign_author_id
    const author_status = await shelf.authorStatus(run.connection, author_id, run.signal)
    if (author_status.known === 'ambiguous') return rules.AMBIGUOUS_AUTHOR
    if (author_status.known === 'unusable_id') return rules.NO_AUTHOR_ID
    if (author_status.known !== 'pending' || author_status.state !== 'active') return null
    const { pending_id } = author_status
    const receipt = await shelf.findImport(run.connection, pending_id, format, run.signal)
    if (!receipt || !rules.covers(receipt, [found.foreign_book_id, ...found.works])) return null
    return rules.waitFor({ pending_id, author_id, keys: [...keys] })
  }

  async function addNew(attempt: FormatAttempt, found: FoundBook | null): Promise<CourierOutcome> {
    const { names, kind, foreign_id } = attempt
    if (!found) return rules.notFound(names)
    await attempt.run.learnTitle(found.title)
    if (found.author.foreign_author_id === '') return rules.NO_AUTHOR_ID
    const keys = keysFor(foreign_id, found, kind)
    const waiting = kind.single_format === null ? await findRunningImport(attempt, found, keys) : null
    if (waiting) return waiting
    // 1:4.8.5: the place of a new title is chosen from the library's current settings, for any author.
    const author = await findAuthor(attempt, found.author.foreign_author_id)
    const own = author?.places[attempt.format]
    const placed = own ? { place: own } : await choosePlace(attempt)
    if ('outcome' in placed) return placed.outcome
    const tagged = author ? { tags: [] } : await chooseAuthorTags(attempt)
    if ('outcome' in tagged) return tagged.outcome
    return add(attempt, found, { ...placed, ...tagged }, keys)
  }

  /**
   * Only watches what the library does by itself. Null: no import is awaited, or the older manager must be sent
   * the add again.
   */
  async function watch({ run, format, awaited }: FormatAttempt): Promise<CourierOutcome | null> {
    if (!awaited) return null
    const { connection, signal } = run
    const { pending_id, author_id } = awaited
    const found = pending_id === null ? null : await shelf.findImport(connection, pending_id, format, signal)
    const outcome = found && rules.outcomeOfImport(found.state, awaited)
    if (outcome) return outcome
    return rules.outcomeOfAuthorStatus(await shelf.authorStatus(connection, author_id, signal), awaited)
  }

  async function handleMissing(attempt: FormatAttempt, index: BookIndex): Promise<CourierOutcome> {
    const watched = await watch(attempt)
    if (watched) return watched
    const found = await recover(attempt)
    const binding = found && index.bind(keysFor(attempt.foreign_id, found, attempt.kind))
    if (binding?.found === 'several') return rules.SEVERAL_TITLES
    return binding?.found === 'one' ? handleExisting(attempt, binding.title) : addNew(attempt, found)
  }

  return async run => {
    const { connection, signal, request, delivery, instance } = run
    const { format } = delivery
    const foreign_id = request.foreign_id ?? ''
    const kind = await shelf.describe(connection, signal)
    const names = { product: kind.product, instance_name: instance.name }
    if (format === '' || foreign_id === '') return rules.notFound(names)
    if (kind.single_format !== null && kind.single_format !== format)
      return rules.wrongFormat(kind.single_format, names)
    // A retry starts over; only a wait continues with its receipt.
    const awaited = delivery.state === 'waiting_library' ? rules.readReceipt(run.receipt).import : undefined
    const attempt: FormatAttempt = { run, format, kind, names, foreign_id, awaited }
    const index = await readBookIndex(library, connection, signal)
    const binding = index.bind(mergeKeys([keysOfForeignId(foreign_id, kind.bare), awaited?.keys ?? []]))
    if (binding.found === 'several') return awaited ? rules.AMBIGUOUS_AUTHOR : rules.SEVERAL_TITLES
    return binding.found === 'one' ? handleExisting(attempt, binding.title) : handleMissing(attempt, index)
  }
}

/** The keys of the selected id and of the manager's own record. */
function keysFor(foreign_id: string, found: FoundBook, { bare }: BookManagerKind): string[] {
  return mergeKeys([keysOfForeignId(foreign_id, bare), identityKeys(found, bare)])
}
