import type { Clock } from '#kit/clock.ts'
import { DAY_MS } from '#kit/durations.ts'
import { titleKey } from '#kit/screen-title.ts'
import { createValueCache, type ValueCache } from '#kit/value-cache.ts'
import type { RatingLookup, RatingRow, RatingsByRegion, ScreenTitle } from '#ports/rating-lookup.ts'
import { ratingsFrom } from '../judge/content-rules.ts'
import { limitConcurrency } from './concurrency.ts'

/** 1:4.5 kids rule 4: cached for a day per title, with eight lookups at a time for the whole server. */
const KEPT_MS = DAY_MS
const LOOKUPS_AT_A_TIME = 8
/** About fifty thousand titles. */
const MAX_BYTES = 16 * 1024 * 1024

export interface RatedRecord {
  adult: boolean
  /** Null: the provider does not report them. */
  genre_ids: readonly number[] | null
  ratings: RatingsByRegion
}

/** The result of a lookup; null is a result, too. */
interface Found<T> {
  value: T | null
}

/** One kind of fact by id: cached, looked up, or added from a body that contains it. */
export interface Facts<K, T> {
  /** From the cache only. Undefined: not cached. Null: the provider has no such thing. */
  known(id: K): T | null | undefined
  /** All of them, in order. Rejects with the first failure and cancels the rest. */
  read(ids: readonly K[]): Promise<(T | null)[]>
  add(id: K, value: T | null): void
}

export interface Ratings {
  ratings: Facts<ScreenTitle, RatingsByRegion>
  records: Facts<ScreenTitle, RatedRecord>
  people: Facts<number, { adult: boolean }>
  /** Caches the facts of a detail body, which saves the lookups; returns the relevant ratings. */
  prime(
    title: ScreenTitle,
    record: Omit<RatedRecord, 'ratings'> & { ratings: readonly RatingRow[] },
  ): RatingsByRegion
}

export function createRatings({ lookup, clock }: { lookup: RatingLookup; clock: Clock }): Ratings {
  const inTurn = limitConcurrency(LOOKUPS_AT_A_TIME)

  function createFacts<K, T>(parts: {
    keyOf(id: K): string
    load(id: K, signal: AbortSignal): Promise<T | null>
    size_of(value: T): number
  }): Facts<K, T> {
    const { keyOf, load, size_of } = parts
    const cache: ValueCache<Found<T>> = createValueCache({
      name: 'kids-ratings',
      max_bytes: MAX_BYTES,
      clock,
      size_of: ({ value }) => (value === null ? 0 : size_of(value)),
    })
    const readOne = async (id: K, signal: AbortSignal) => {
      const fill = (flight: AbortSignal) => inTurn(flight, async () => ({ value: await load(id, flight) }))
      return (await cache.get(keyOf(id), { ttl_ms: KEPT_MS, signal }, fill)).value
    }
    return {
      known: id => cache.getNow(keyOf(id))?.value,
      read: ids => allOrNone(ids, readOne),
      add(id, value) {
        const key = keyOf(id)
        // Fills the cache immediately; an existing entry is young enough.
        if (!cache.peek(key)) void cache.get(key, { ttl_ms: KEPT_MS }, async () => ({ value }))
      },
    }
  }

  const ratings = createFacts<ScreenTitle, RatingsByRegion>({
    keyOf: titleKey,
    async load(title, signal) {
      const rows = await lookup.readRatings(title, signal)
      return rows && ratingsFrom(rows)
    },
    size_of: sizeOfRatings,
  })
  const records = createFacts<ScreenTitle, RatedRecord>({
    keyOf: titleKey,
    async load(title, signal) {
      const read = await lookup.readRecord(title, signal)
      const record = read && { ...read, ratings: ratingsFrom(read.ratings) }
      ratings.add(title, record && record.ratings)
      return record
    },
    size_of: record => sizeOfRatings(record.ratings) + (record.genre_ids?.length ?? 0) * 8,
  })
  return {
    ratings,
    records,
    people: createFacts<number, { adult: boolean }>({
      keyOf: String,
      load: (id, signal) => lookup.readPerson(id, signal),
      size_of: () => 16,
    }),
    prime(title, record) {
      const rated = { ...record, ratings: ratingsFrom(record.ratings) }
      records.add(title, rated)
      ratings.add(title, rated.ratings)
      return rated.ratings
    },
  }
}

/** One failure fails the whole page, so the remaining lookups are not waited for or started. */
async function allOrNone<K, T>(
  ids: readonly K[],
  read: (id: K, signal: AbortSignal) => Promise<T>,
): Promise<T[]> {
  const canceller = new AbortController()
  try {
    return await Promise.all(ids.map(id => read(id, canceller.signal)))
  } catch (error) {
    canceller.abort(error)
    throw error
  }
}

/** An object per title and a short array per region. */
function sizeOfRatings(ratings: RatingsByRegion): number {
  return 64 + Object.keys(ratings).length * 96
}
