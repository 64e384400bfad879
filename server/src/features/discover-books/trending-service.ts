import type { TrendingBook, TrendingBooks } from '@foyer/contract/discover-books'
import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Database, Db } from '#db/database.ts'
import type { BookLists } from '#features/book-lists/index.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { createCache } from '#kit/cache.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import type { ListedBook } from '#ports/book-list-provider.ts'

/** 1:8 */
const KEPT_MS = 30 * MINUTE_MS
const MAX_BYTES = 16 * 1024 * 1024
const SOURCE = 'Hardcover'
const SCOPE = 'Trending now'

const NOT_CONNECTED: TrendingBooks = { connected: false, books: [] }

export interface TrendingParts {
  database: Database
  clock: Clock
  inventory: Pick<Inventory, 'resolve'>
  lists: Pick<BookLists, 'trending' | 'onChanged'>
  hiddenTypes(db: Db): Promise<readonly MediaType[]>
  currentCaller: CurrentCaller
  /** The list without the books that an admin hid. */
  withoutHidden(list: Ready): MaybeAsync<Ready>
}

/** The only book feed that still exists (1:4.4). */
export function createTrendingBooks(parts: TrendingParts) {
  const { database, clock, inventory, lists } = parts
  const none: Ready = readyJson(NOT_CONNECTED)
  const cache = createCache({ name: 'book-trends', clock, max_bytes: MAX_BYTES })
  const stop = lists.onChanged(instance_id => {
    // Also drops reads in progress: they use the former connection and must not be cached.
    if (instance_id === null) cache.invalidateAll()
    else cache.invalidateKey(instance_id)
  })

  /**
   * 1/4.2, 0.6: if no instance is named, the hidden setting is checked before the instance is resolved. Null:
   * books are hidden.
   */
  async function authorise(caller: Caller, instance_id: string | undefined): Promise<InstanceRecord | null> {
    if (instance_id === undefined && (await parts.hiddenTypes(database.read)).includes('book')) return null
    return inventory.resolve(database.read, caller, 'book_manager', instance_id)
  }

  async function fill(instance_id: string, signal: AbortSignal): Promise<Ready> {
    const books = await lists.trending(instance_id, signal)
    if (books === null) throw new NotConnected()
    const answer: TrendingBooks = {
      connected: true,
      source: SOURCE,
      scope: SCOPE,
      books: books.map(presentBook),
    }
    return readyJson(answer)
  }

  async function trending(caller: Caller, instance_id: string | undefined): Promise<Ready> {
    const instance = await authorise(caller, instance_id)
    if (!instance) return none
    const held = cache.getReady(instance.id)
    if (held) return parts.withoutHidden(held)
    const [read] = await Promise.allSettled([
      cache.get(instance.id, { ttl_ms: KEPT_MS }, signal => fill(instance.id, signal)),
    ])
    // 1:4.3: checks access again before a list or an error is sent, because the provider took time.
    const now = await parts.currentCaller(caller)
    const current = await authorise(now, instance_id)
    if (current?.id !== instance.id) return trending(now, instance_id)
    if (read.status === 'fulfilled') return parts.withoutHidden(read.value)
    // A missing connection is a state and not a failure. It is read from the database, so it needs no cache.
    if (read.reason instanceof NotConnected) return none
    throw read.reason
  }

  return {
    trending,
    close: stop,
  }
}

export type TrendingBooksService = ReturnType<typeof createTrendingBooks>

/** Thrown through the cache, which stores answers only. */
class NotConnected extends Error {}

function presentBook({ id, authors, isbn13s, ...book }: ListedBook): TrendingBook {
  const { title, year, rating, ratings_count, readers_count } = book
  return {
    book_provider_id: id,
    foreign_id: `bp:${id}`,
    title,
    authors: [...authors],
    year,
    rating,
    ratings_count,
    readers_count,
    description: book.description,
    image_url: book.image_url,
    series: book.series,
    series_position: book.series_position,
    isbn13s: [...isbn13s],
  }
}
