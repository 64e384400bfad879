import type { BookFormat } from '@foyer/contract/requests/requests'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { OnStale } from '#features/library-status/index.ts'
import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { Log } from '#kit/log.ts'
import { onGrowth, type Ready } from '#kit/ready.ts'
import { whenReady, type MaybeAsync } from '#kit/maybe-async.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createValueCache } from '#kit/value-cache.ts'
import type { BookLibrary, LibraryAuthor } from '#ports/book-library.ts'
import { createShelfBuilder, type ShelfTitle } from './shelf-rules.ts'

/** 1/4.10: the maximum age of an answer. */
export const DIGEST_MS = 15_000
export const ROWS_MS = MINUTE_MS

/** Approximate size of a title with its records, texts and keys. */
const TITLE_BYTES = 1200
const AUTHOR_BYTES = 300
const MAX_BYTES = 512 * 1024 * 1024

/** A book library, read in one pass. Every list is built from it and cached with it. */
export interface Shelf {
  instance_id: string
  read_at: number
  titles: readonly ShelfTitle[]
  /** C7: the only format that the library holds; null: both, or it is not known. */
  single_format: BookFormat | null
  /** An UpstreamFault if the authors could not be read. */
  authors: readonly LibraryAuthor[] | UpstreamFault
  /** Answers by name: ready to send, or being built. */
  answers: Map<string, MaybeAsync<Ready>>
}

export interface BookShelvesParts {
  clock: Clock
  log: Log
  inventory: Pick<Inventory, 'connectionOf'>
  library: BookLibrary
  /** Reports a library whose cached data is out of date: after a webhook, a delivery, or missed events. */
  onStale: OnStale
  /** Aborts running reads when the server closes. */
  ended: AbortSignal
}

function sizeOf({ titles, authors, answers }: Shelf): number {
  let size = titles.length * TITLE_BYTES
  if (!(authors instanceof UpstreamFault)) size += authors.length * AUTHOR_BYTES
  for (const answer of answers.values()) {
    if (answer instanceof Promise) continue
    size += answer.bytes.length + (answer.gzip?.length ?? 0) + (answer.br?.length ?? 0)
  }
  return size
}

export function createBookShelves(parts: BookShelvesParts) {
  const { clock, log, inventory, library } = parts
  const cache = createValueCache<Shelf>({
    name: 'book-library',
    clock,
    max_bytes: MAX_BYTES,
    size_of: sizeOf,
  })
  const stop = parts.onStale(id => (id === null ? cache.invalidateAll() : cache.invalidateTag(id)))
  const nowMs = () => clock.monotonicMs()
  // An edited instance may be a different library.
  const keyOf = ({ id, updated_at }: InstanceRecord) => `${id} ${updated_at}`

  async function readAuthors(instance: InstanceRecord, signal: AbortSignal): Promise<Shelf['authors']> {
    try {
      return await library.authors(inventory.connectionOf(instance), signal)
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      log.warn({ err: error, instance_id: instance.id }, 'the authors of a book library could not be read')
      return error
    }
  }

  async function fill(instance: InstanceRecord, unneeded: AbortSignal): Promise<Shelf> {
    const signal = AbortSignal.any([unneeded, parts.ended])
    const builder = createShelfBuilder(instance.id)
    const reading = library.eachBook(inventory.connectionOf(instance), builder.take, { signal })
    const [{ single_format }, authors] = await Promise.all([reading, readAuthors(instance, signal)])
    // Callers already waiting get this shelf; the next call reads the authors again.
    if (authors instanceof UpstreamFault) cache.invalidateKey(keyOf(instance))
    const titles = builder.finish(single_format)
    const read_at = nowMs()
    return { instance_id: instance.id, read_at, titles, single_format, authors, answers: new Map() }
  }

  return {
    /** The library, at most this old; synchronous when it is cached. */
    read(instance: InstanceRecord, max_age_ms: number): MaybeAsync<Shelf> {
      const key = keyOf(instance)
      const cached = cache.getNow(key)
      if (cached && nowMs() - cached.read_at < max_age_ms) return cached
      if (cached) cache.invalidateKey(key)
      const options = { ttl_ms: ROWS_MS, tags: [instance.id] }
      return cache.get(key, options, signal => fill(instance, signal))
    },
    /** Builds an answer once per shelf, even for concurrent callers, and keeps it as long as the shelf. */
    answer(
      instance: InstanceRecord,
      shelf: Shelf,
      name: string,
      make: () => MaybeAsync<Ready>,
    ): MaybeAsync<Ready> {
      const known = shelf.answers.get(name)
      if (known) return known
      const store = (ready: Ready) => {
        const measure = () => cache.remeasure(keyOf(instance), shelf)
        shelf.answers.set(name, ready)
        measure()
        onGrowth(ready, measure)
        return ready
      }
      const building = whenReady(make(), store)
      if (building instanceof Promise) shelf.answers.set(name, building)
      return building
    },
    close: stop,
  }
}

export type BookShelves = ReturnType<typeof createBookShelves>
