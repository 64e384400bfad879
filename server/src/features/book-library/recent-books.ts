import type { RecentBook } from '@foyer/contract/book-library'
import type { HiddenWorks } from '#features/hidden-titles/index.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { OnStale } from '#features/library-status/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import { createValueCache } from '#kit/value-cache.ts'
import type { BookLibrary } from '#ports/book-library.ts'
import { type BookShelves, DIGEST_MS, ROWS_MS } from './book-shelves.ts'
import { withoutHidden } from './hidden-book-rules.ts'
import { namesOf } from './named-authors.ts'
import { filedRecords, recentBooks } from './recent-rules.ts'

const ENTRY_BYTES = 400
const MAX_BYTES = 4 * 1024 * 1024

export interface RecentBooksParts {
  clock: Clock
  inventory: Pick<Inventory, 'connectionOf'>
  library: BookLibrary
  onStale: OnStale
  ended: AbortSignal
  shelves: BookShelves
}

/**
 * The fifty newest books of each library, without hidden ones. If one file cannot be read, the whole list fails
 * (1/4.10).
 */
export function createRecentBooks(parts: RecentBooksParts) {
  const { clock, inventory, library, shelves } = parts
  const cache = createValueCache<readonly RecentBook[]>({
    name: 'book-library',
    clock,
    max_bytes: MAX_BYTES,
    size_of: entries => entries.length * ENTRY_BYTES,
  })
  const stop = parts.onStale(id => (id === null ? cache.invalidateAll() : cache.invalidateTag(id)))

  async function fill(
    instance: InstanceRecord,
    hidden: HiddenWorks,
    left: AbortSignal,
  ): Promise<readonly RecentBook[]> {
    const signal = AbortSignal.any([left, parts.ended])
    const shelf = await shelves.read(instance, DIGEST_MS)
    const authors = namesOf(shelf)
    const connection = inventory.connectionOf(instance)
    const titles = withoutHidden(shelf.titles, hidden)
    const newest = await library.newestFiles(connection, filedRecords(titles), signal)
    return recentBooks(titles, newest, authors)
  }

  return {
    read(instance: InstanceRecord, hidden: HiddenWorks): MaybeAsync<readonly RecentBook[]> {
      const key = `${instance.id} ${instance.updated_at} ${hidden.version}`
      const keep = { ttl_ms: ROWS_MS, tags: [instance.id] }
      return cache.getNow(key) ?? cache.get(key, keep, signal => fill(instance, hidden, signal))
    },
    close: stop,
  }
}

export type RecentBooks = ReturnType<typeof createRecentBooks>
