import { keysOfForeignId, identityKeys, mergeKeys, recoverSelected } from '#features/book-identity/index.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { createReadBudget, type OnStale, unknown } from '#features/library-status/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { notCurrent, type Snapshot } from '#kit/snapshot.ts'
import { createValueCache } from '#kit/value-cache.ts'
import type { BookLibrary } from '#ports/book-library.ts'
import type { BookQueue } from '#ports/book-queue.ts'
import type { BookShelf } from '#ports/courier-books.ts'
import type { QueuedDownload } from '#ports/download-queue.ts'
import { type BookIndex, readBookIndex, type ShelvedBook } from './book-index.ts'
import { liveBook, type LiveBook, otherThan } from './book-rules.ts'

/** 1:8: the maximum age of reported library data. */
const KEPT_MS = 15_000
/** How long an answer waits for a library, and for the manager's metadata. */
const READ_BUDGET_MS = 10_000
const MB = 1024 * 1024
/** Approximate size of a record with its keys in the index. */
const RECORD_BYTES = 900
const ROW_BYTES = 250

/** A selected book, with the results of its deliveries. */
export interface ChosenBook {
  foreign_id: string
  /** 1:4.8.6: the library's record ids and native ids of it, which remain valid after the selected id changes. */
  record_ids?: readonly number[]
  canonical_ids?: readonly string[]
}

/** The texts that a book was found by: they help to recover that record, and no other (1:4.6). */
export interface SearchedBy {
  title?: string | undefined
  q?: string | undefined
}

export interface BookSnapshotParts {
  clock: Clock
  log: Log
  inventory: Pick<Inventory, 'connectionOf'>
  library: Pick<BookLibrary, 'eachBook'>
  queues: BookQueue
  shelf: Pick<BookShelf, 'lookup' | 'describe'>
  onStale: OnStale
}

/** The title of a record, represented by its first record in any format. */
type Names = ReadonlyMap<number, { record_id: number; foreign_id?: string }>

type Queue = ReadonlyMap<number, readonly QueuedDownload[]>

/** The content of book libraries, from reads at most 15 s old. Methods that return a status never throw a fault. */
interface RecoveredBook {
  keys: readonly string[]
  title: string | null
  released_on: string | null
}

/** What a book is called, and the day of its publication; null: not known. */
export interface DescribedBook {
  title: string
  released_on: string | null
}

export function createBookSnapshots(parts: BookSnapshotParts) {
  const { clock, inventory, library, queues, shelf } = parts
  const indexes = createValueCache<BookIndex>({
    name: 'book-status',
    clock,
    max_bytes: 256 * MB,
    size_of: index => 1000 + index.size * RECORD_BYTES,
  })
  const queued = createValueCache<Queue>({
    name: 'book-status',
    clock,
    max_bytes: 8 * MB,
    size_of: rows => 100 + rows.size * ROW_BYTES,
  })
  const recovered = createValueCache<RecoveredBook>({
    name: 'book-status',
    clock,
    max_bytes: 4 * MB,
    size_of: ({ keys }) => 300 + keys.length * 60,
  })
  /** By instance; `library` is the cache key of the library that the names were read from. */
  const named = new Map<string, { library: string; names: Names }>()
  const stop = parts.onStale(id => {
    for (const cache of [indexes, queued]) {
      if (id === null) cache.invalidateAll()
      else cache.invalidateTag(id)
    }
  })
  const withinReadBudget = createReadBudget(parts, READ_BUDGET_MS, 'a book library could not be read')
  const cacheOptions = ({ id }: InstanceRecord) => ({ ttl_ms: KEPT_MS, tags: [id] })

  /** Must be read before the index: an import moves a book from the queue to the library. */
  function queueOf(instance: InstanceRecord): Promise<Queue> {
    return queued.get(keyOf(instance), cacheOptions(instance), async signal => {
      const rows = await queues.queue(inventory.connectionOf(instance), signal)
      indexes.invalidateTag(instance.id)
      const byRecord = Map.groupBy(rows, row => row.record_id)
      return new Map([...byRecord].map(([id, own]) => [id, own.map(row => row.download)]))
    })
  }

  function indexOf(instance: InstanceRecord): Promise<BookIndex> {
    return indexes.get(keyOf(instance), cacheOptions(instance), async signal => {
      const connection = inventory.connectionOf(instance)
      const index = await readBookIndex(library, connection, signal)
      if (index.size > 0) return index
      // An empty library does not show which manager it is.
      const { single_format, bare } = await shelf.describe(connection, signal)
      return { ...index, single_format, bare }
    })
  }

  /** The titles of these records. The library is read only if one of them is new. */
  async function namesOf(instance: InstanceRecord, ids: readonly number[]): Promise<Names> {
    const library = keyOf(instance)
    const cached = named.get(instance.id)
    const known: Names = cached?.library === library ? cached.names : new Map()
    if (ids.every(id => known.has(id))) return known
    const index = await indexOf(instance)
    const names: Names = new Map(ids.map(id => [id, nameIn(index, id)]))
    named.set(instance.id, { library, names })
    return names
  }

  /** The manager's own record of the selected id; null: its metadata has none. */
  function recoverChosen(
    instance: InstanceRecord,
    foreign_id: string,
    { title, q }: SearchedBy,
    bare: 'gr' | null,
  ) {
    const key = JSON.stringify([keyOf(instance), foreign_id, title, q])
    return recovered.get(key, cacheOptions(instance), async signal => {
      const connection = inventory.connectionOf(instance)
      const chosen = { foreign_id, title, search_term: q }
      const found = await recoverSelected(chosen, bare, term =>
        shelf.lookup(connection, { term, format: 'ebook', single: bare !== null }, signal),
      )
      return {
        keys: found ? identityKeys(found, bare) : [],
        title: found?.title ?? null,
        released_on: found?.released_on ?? null,
      }
    })
  }

  return {
    /** One book; the texts are used where the id alone finds nothing. */
    one: (instance: InstanceRecord, wanted: ChosenBook, texts: SearchedBy = {}): Promise<LiveBook> =>
      withinReadBudget(async read => {
        const rows = await read(queueOf(instance))
        const index = await read(indexOf(instance))
        if (!index) return unknown('library_unavailable')
        const found = find(index, wanted)
        const isFinal = found !== 'none' || (!texts.title && !texts.q)
        if (isFinal) return liveBookOf(index, found, rows)
        const chosen = await read(recoverChosen(instance, wanted.foreign_id, texts, index.bare))
        if (!chosen) return unknown('library_unavailable')
        return liveBookOf(index, bind(index, chosen.keys), rows)
      }),

    /** C69: the book with exactly this id, from the library or its metadata provider; null: unknown there. */
    describe: (
      instance: InstanceRecord,
      foreign_id: string,
      texts: SearchedBy,
    ): Promise<DescribedBook | null | 'unreadable'> =>
      withinReadBudget(async read => {
        const index = await read(indexOf(instance))
        if (!index) return 'unreadable'
        const found = find(index, { foreign_id })
        if (typeof found !== 'string') return describedBy(found.records)
        const chosen = await read(recoverChosen(instance, foreign_id, texts, index.bare))
        if (!chosen) return 'unreadable'
        return chosen.title ? { title: chosen.title, released_on: chosen.released_on } : null
      }),

    /** In the given order, from one read of the library. */
    many: (instance: InstanceRecord, wanted: readonly ChosenBook[]): Promise<Snapshot<LiveBook[]>> =>
      withinReadBudget(async read => {
        const rows = await read(queueOf(instance))
        const index = await read(indexOf(instance))
        const value = wanted.map(book =>
          index ? liveBookOf(index, find(index, book), rows) : unknown('library_unavailable'),
        )
        if (!rows || !index) return { value, isCurrent: notCurrent }
        const key = keyOf(instance)
        return { value, isCurrent: () => queued.isHeld(key, rows) && indexes.isHeld(key, index) }
      }),

    /** The records of one title in their formats. `several`: more than one title may be meant. Throws faults. */
    async records(instance: InstanceRecord, wanted: ChosenBook): Promise<readonly ShelvedBook[] | 'several'> {
      const found = find(await indexOf(instance), wanted)
      if (found === 'several') return found
      return found === 'none' ? [] : found.records
    },

    /** Downloads in progress, read fresh; the formats of a title are combined. */
    async watchedQueue(instance: InstanceRecord, signal: AbortSignal) {
      queued.invalidateTag(instance.id)
      const rows = await queueOf(instance)
      signal.throwIfAborted()
      const known = await namesOf(instance, [...rows.keys()])
      return [...rows].flatMap(([id, downloads]) =>
        downloads.map(download => ({ ...(known.get(id) ?? { record_id: id }), download })),
      )
    },

    close: stop,
  }
}

function nameIn(index: BookIndex, id: number): { record_id: number; foreign_id?: string } {
  const title = index.byRecord(id)
  const record_id = title?.records[0]?.record_id ?? id
  return { record_id, ...(title?.foreign_book_id && { foreign_id: title.foreign_book_id }) }
}

type Found = Extract<ReturnType<BookIndex['bind']>, { found: 'one' }>['title'] | 'none' | 'several'

/** 1:4.8.6, 1:4.8.7: by record id, then by the selected id and the ids that deliveries stored. */
function find(index: BookIndex, { foreign_id, record_ids = [], canonical_ids = [] }: ChosenBook): Found {
  const by_record = new Set(record_ids.flatMap(id => index.byRecord(id) ?? []))
  const [only] = by_record
  if (only && by_record.size === 1) return only
  const ids = [foreign_id, ...canonical_ids]
  return bind(index, mergeKeys(ids.map(id => keysOfForeignId(id, index.bare))))
}

function bind(index: BookIndex, keys: readonly string[]): Found {
  const binding = index.bind(keys)
  return binding.found === 'one' ? binding.title : binding.found
}

function liveBookOf({ single_format }: BookIndex, found: Found, rows: Queue | null): LiveBook {
  if (found === 'several') return unknown('identity_ambiguous')
  return liveBook(found === 'none' ? null : found, rows, otherThan(single_format))
}

/** An edited instance may be a different library. */
function keyOf({ id, updated_at }: InstanceRecord): string {
  return `${id} ${updated_at}`
}

export type BookSnapshots = ReturnType<typeof createBookSnapshots>

/** The formats of a book may come out on different days; the first one counts. */
function describedBy(records: readonly ShelvedBook[]): DescribedBook | null {
  const title = records[0]?.title ?? ''
  const days = records.flatMap(({ released_on }) => released_on ?? []).toSorted()
  return title === '' ? null : { title, released_on: days[0] ?? null }
}
