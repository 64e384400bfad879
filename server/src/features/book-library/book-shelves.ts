import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { OnStale } from '#features/library-status/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { onGrowth, type Ready } from '#kit/ready.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createValueCache } from '#kit/value-cache.ts'
import type { BookLibrary, LibraryAuthor } from '#ports/book-library.ts'
import { createShelfBuilder, type ShelfTitle } from './shelf-rules.ts'

/** 1/4.10: how old an answer may be. */
export const DIGEST_MS = 15_000
export const ROWS_MS = 60_000

/** A title with its records, texts and keys, roughly. */
const TITLE_BYTES = 1200
const AUTHOR_BYTES = 300
const MAX_BYTES = 512 * 1024 * 1024

/** A book library as it was read in one pass; every list is made of it and kept with it. */
export interface Shelf {
  instance_id: string
  read_at: number
  titles: readonly ShelfTitle[]
  /** Null: the authors could not be read, and why. */
  authors: readonly LibraryAuthor[] | UpstreamFault
  /** Answers that are ready to send, by name. */
  ready: Map<string, Ready>
}

export interface BookShelvesParts {
  clock: Clock
  log: Log
  inventory: Pick<Inventory, 'connectionOf'>
  library: BookLibrary
  /** Drops what was kept of a library that changed: by its webhook, by a delivery of ours, by news that were lost. */
  onStale: OnStale
}

function sizeOf({ titles, authors, ready }: Shelf): number {
  let size = titles.length * TITLE_BYTES
  if (!(authors instanceof UpstreamFault)) size += authors.length * AUTHOR_BYTES
  for (const { bytes, gzip, br } of ready.values()) {
    size += bytes.length + (gzip?.length ?? 0) + (br?.length ?? 0)
  }
  return size
}

export function createBookShelves(parts: BookShelvesParts) {
  const { clock, log, inventory, library } = parts
  const cache = createValueCache<Shelf>({ clock, max_bytes: MAX_BYTES, size_of: sizeOf })
  const stop = parts.onStale(id => (id === null ? cache.invalidateAll() : cache.invalidateTag(id)))
  const nowMs = () => clock.now().getTime()
  // An edited instance may be another library.
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

  async function fill(instance: InstanceRecord, signal: AbortSignal): Promise<Shelf> {
    const builder = createShelfBuilder(instance.id)
    const reading = library.eachBook(inventory.connectionOf(instance), builder.take, { signal })
    const [{ single_format }, authors] = await Promise.all([reading, readAuthors(instance, signal)])
    // Those who wait get this one; whoever comes later asks again.
    if (authors instanceof UpstreamFault) cache.invalidateKey(keyOf(instance))
    const titles = builder.finish(single_format)
    return { instance_id: instance.id, read_at: nowMs(), titles, authors, ready: new Map() }
  }

  return {
    /** The library at most this old; at once when it is held. */
    read(instance: InstanceRecord, max_age_ms: number): Shelf | Promise<Shelf> {
      const key = keyOf(instance)
      const held = cache.getNow(key)
      if (held && nowMs() - held.read_at < max_age_ms) return held
      if (held) cache.invalidateKey(key)
      const keep = { ttl_ms: ROWS_MS, tags: [instance.id] }
      return cache.get(key, keep, signal => fill(instance, signal))
    },
    /** Keeps an answer as long as the shelf that it was made of. */
    keep(instance: InstanceRecord, shelf: Shelf, name: string, ready: Ready): Ready {
      const key = keyOf(instance)
      shelf.ready.set(name, ready)
      cache.remeasure(key, shelf)
      onGrowth(ready, () => cache.remeasure(key, shelf))
      return ready
    },
    close: stop,
  }
}

export type BookShelves = ReturnType<typeof createBookShelves>
