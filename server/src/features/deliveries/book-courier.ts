import type { BookFormat } from '@foyer/contract/requests'
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
} from '#ports/courier-books.ts'
import { chooseBookPlace } from './book-place-rules.ts'
import * as rules from './book-rules.ts'
import type { Courier, CourierOutcome, CourierRun } from './courier.ts'

export interface BookCourierParts {
  shelf: BookShelf
  library: Pick<BookLibrary, 'eachBook'>
}

/** One attempt for one format. */
interface Errand {
  run: CourierRun
  format: BookFormat
  kind: BookManagerKind
  names: { product: string; instance_name: string }
  foreign_id: string
  /** The import that this attempt came to look at. */
  awaited: rules.ImportReceipt | undefined
}

/** What is to be added, before it is known where. */
type Wanted = Pick<NewBook, 'foreign_book_id' | 'title' | 'edition_id' | 'author'>

/**
 * Books (1:4.8.5 to 1:4.8.7), one format at a time. The library and its import receipts are read before anything
 * is written; an import under way is watched and never asked for twice.
 */
export function createBookCourier({ shelf, library }: BookCourierParts): Courier {
  async function want(errand: Errand, title: ShelvedTitle, record: ShelvedBook): Promise<CourierOutcome> {
    const { run, foreign_id } = errand
    const { connection, signal } = run
    const { record_id } = record
    const named = { record_id, ...rules.canonicalId(foreign_id, title.foreign_book_id) }
    if (record.has_file) return { done: 'available', ...named, unchanged: true }
    // An import brings a book in wanted, and older managers do not look for it by themselves.
    const isOwed =
      run.delivery.state === 'waiting_library' || rules.readReceipt(run.receipt).search === record_id
    if (record.monitored && !isOwed) return { done: 'requested', ...named, unchanged: true }
    if (!record.monitored) {
      await run.begin({ search: record_id })
      await shelf.monitor(connection, record_id, signal)
    }
    // 1:3: authority is read again immediately before each write.
    await run.begin({ search: record_id })
    await shelf.search(connection, record_id, signal)
    return { done: 'requested', ...named }
  }

  async function freshPlace({ run, format, names }: Errand) {
    return chooseBookPlace(await shelf.options(run.connection, run.signal), format, names)
  }

  async function add(errand: Errand, wanted: Wanted, place: BookPlace, keys: readonly string[]) {
    const { run, format, kind, names, foreign_id } = errand
    await run.begin()
    try {
      const added = await shelf.add(run.connection, { ...wanted, format, place }, kind, run.signal)
      if (!('pending' in added)) {
        const canonical = rules.canonicalId(foreign_id, added.foreign_book_id)
        return { done: 'requested', record_id: added.record_id, ...canonical } satisfies CourierOutcome
      }
      const author_id = wanted.author.foreign_author_id
      return rules.waitFor({ pending_id: added.pending, author_id, keys: [...keys] })
    } catch (error) {
      if (!(error instanceof BookRefused)) throw error
      if (error.objection === 'ambiguous' && kind.single_format !== null) {
        const message = `${kind.product} was busy with the same author; the library is read again.`
        return { retry: 'library_unavailable', message } satisfies CourierOutcome
      }
      return rules.refusedBook(error.objection, names)
    }
  }

  /** 1:4.8.5: the missing format of a title that is there goes where its author's books of that format go. */
  async function addSibling(errand: Errand, title: ShelvedTitle): Promise<CourierOutcome> {
    const { run, format, foreign_id, names } = errand
    const [sibling] = title.records
    const author = sibling?.author_id
      ? await shelf.author(run.connection, sibling.author_id, run.signal)
      : null
    if (!author?.foreign_author_id) return rules.NO_AUTHOR_ID
    const live = author.places[format]
    const placed = live ? { place: live } : await freshPlace(errand)
    if ('outcome' in placed) return placed.outcome
    const found = title.foreign_book_id ? null : await recover(errand)
    const foreign_book_id = title.foreign_book_id || found?.foreign_book_id
    if (!foreign_book_id) return rules.notFound(names)
    const wanted = { foreign_book_id, title: sibling?.title ?? '', edition_id: '', author }
    return add(errand, wanted, placed.place, keysOfForeignId(foreign_id, errand.kind.bare))
  }

  async function present(errand: Errand, title: ShelvedTitle): Promise<CourierOutcome> {
    await errand.run.learnTitle(title.records[0]?.title ?? '')
    const record = rules.recordOf(title, errand.format)
    if (record) return want(errand, title, record)
    if (title.records.some(one => one.format === null)) return rules.FORMAT_UNKNOWN
    return (await watch(errand)) ?? addSibling(errand, title)
  }

  function recover({ run, format, kind, foreign_id }: Errand): Promise<FoundBook | null> {
    const { title, search_term } = run.request
    const single = kind.single_format !== null
    return recoverSelected({ foreign_id, title, search_term }, kind.bare, term =>
      shelf.lookup(run.connection, { term, format, single }, run.signal),
    )
  }

  /** Null: nothing under way stands for this book. 1:3: receipts are read before an add is replayed. */
  async function underWay(errand: Errand, found: FoundBook, keys: readonly string[]) {
    const { run, format } = errand
    const author_id = found.author.foreign_author_id
    const standing = await shelf.authorStanding(run.connection, author_id, run.signal)
    if (standing.known === 'ambiguous') return rules.AMBIGUOUS_AUTHOR
    if (standing.known === 'unusable_id') return rules.NO_AUTHOR_ID
    if (standing.known !== 'pending' || standing.state !== 'active') return null
    const { pending_id } = standing
    const receipt = await shelf.findImport(run.connection, pending_id, format, run.signal)
    if (!receipt || !rules.covers(receipt, [found.foreign_book_id, ...found.works])) return null
    return rules.waitFor({ pending_id, author_id, keys: [...keys] })
  }

  async function bring(errand: Errand, found: FoundBook | null): Promise<CourierOutcome> {
    const { names, kind, foreign_id } = errand
    if (!found) return rules.notFound(names)
    await errand.run.learnTitle(found.title)
    if (found.author.foreign_author_id === '') return rules.NO_AUTHOR_ID
    const keys = keysFor(foreign_id, found, kind)
    const waiting = kind.single_format === null ? await underWay(errand, found, keys) : null
    if (waiting) return waiting
    // 1:4.8.5: the library's settings decide anew for a new title, whoever wrote it.
    const placed = await freshPlace(errand)
    if ('outcome' in placed) return placed.outcome
    return add(errand, found, placed.place, keys)
  }

  /** Only looks at what the library does by itself. Null: nothing is awaited, or an older manager is asked again. */
  async function watch({ run, format, awaited }: Errand): Promise<CourierOutcome | null> {
    if (!awaited) return null
    const { connection, signal } = run
    const { pending_id, author_id } = awaited
    const found = pending_id === null ? null : await shelf.findImport(connection, pending_id, format, signal)
    const told = found && rules.outcomeOfImport(found.state, awaited)
    if (told) return told
    return rules.outcomeOfAuthorStatus(await shelf.authorStanding(connection, author_id, signal), awaited)
  }

  async function absent(errand: Errand, index: BookIndex): Promise<CourierOutcome> {
    const watched = await watch(errand)
    if (watched) return watched
    const found = await recover(errand)
    const binding = found && index.bind(keysFor(errand.foreign_id, found, errand.kind))
    if (binding?.found === 'several') return rules.SEVERAL_TITLES
    return binding?.found === 'one' ? present(errand, binding.title) : bring(errand, found)
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
    // What was asked for anew is asked for anew; only a wait goes on where it was.
    const awaited = delivery.state === 'waiting_library' ? rules.readReceipt(run.receipt).import : undefined
    const errand: Errand = { run, format, kind, names, foreign_id, awaited }
    const index = await readBookIndex(library, connection, signal)
    const binding = index.bind(mergeKeys([keysOfForeignId(foreign_id, kind.bare), awaited?.keys ?? []]))
    if (binding.found === 'several') return awaited ? rules.AMBIGUOUS_AUTHOR : rules.SEVERAL_TITLES
    return binding.found === 'one' ? present(errand, binding.title) : absent(errand, index)
  }
}

/** What was chosen, and what the manager's own record of it adds. */
function keysFor(foreign_id: string, found: FoundBook, { bare }: BookManagerKind): string[] {
  return mergeKeys([keysOfForeignId(foreign_id, bare), identityKeys(found, bare)])
}
