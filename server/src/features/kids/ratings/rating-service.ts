import type { Clock } from '#kit/clock.ts'
import { createValueCache, type ValueCache } from '#kit/value-cache.ts'
import type { RatingLookup, RatingRow, RatingsByRegion, ScreenTitle } from '#ports/rating-lookup.ts'
import { ratingsFrom } from '../judge/content-rules.ts'
import { limitConcurrency } from './concurrency.ts'

/** 1:4.5 kids rule 4: a day per title, and eight lookups at a time for the whole server. */
const KEPT_MS = 24 * 3_600_000
const LOOKUPS_AT_A_TIME = 8
/** Some fifty thousand titles. */
const MAX_BYTES = 16 * 1024 * 1024

export interface RatedRecord {
  adult: boolean
  /** Null: the provider does not say. */
  genre_ids: readonly number[] | null
  ratings: RatingsByRegion
}

/** What a lookup found; that there is nothing is found too. */
interface Found<T> {
  value: T | null
}

/** One kind of fact, by id: known, asked for, or told by somebody who happens to know. */
export interface Facts<K, T> {
  /** Without asking anybody. Undefined: not known. Null: the provider has no such thing. */
  known(id: K): T | null | undefined
  /** Of all of them, in their order. Rejects with the first failure, and lets go of the rest. */
  read(ids: readonly K[]): Promise<(T | null)[]>
  tell(id: K, value: T | null): void
}

export interface Ratings {
  ratings: Facts<ScreenTitle, RatingsByRegion>
  records: Facts<ScreenTitle, RatedRecord>
  people: Facts<number, { adult: boolean }>
  /** Keeps what a detail body says of itself, which saves the lookups; answers the ratings that count. */
  prime(
    title: ScreenTitle,
    record: Omit<RatedRecord, 'ratings'> & { ratings: readonly RatingRow[] },
  ): RatingsByRegion
}

export function createRatings({ lookup, clock }: { lookup: RatingLookup; clock: Clock }): Ratings {
  const inTurn = limitConcurrency(LOOKUPS_AT_A_TIME)

  function createFacts<K, T>(parts: {
    keyOf(id: K): string
    ask(id: K, signal: AbortSignal): Promise<T | null>
    size_of(value: T): number
  }): Facts<K, T> {
    const { keyOf, ask, size_of } = parts
    const cache: ValueCache<Found<T>> = createValueCache({
      max_bytes: MAX_BYTES,
      clock,
      size_of: ({ value }) => (value === null ? 0 : size_of(value)),
    })
    const readOne = async (id: K, signal: AbortSignal) => {
      const fill = (flight: AbortSignal) => inTurn(flight, async () => ({ value: await ask(id, flight) }))
      return (await cache.get(keyOf(id), { ttl_ms: KEPT_MS, signal }, fill)).value
    }
    return {
      known: id => cache.getNow(keyOf(id))?.value,
      read: ids => allOrNone(ids, readOne),
      tell(id, value) {
        const key = keyOf(id)
        // A fill that is done at once; what is held already is young enough.
        if (!cache.peek(key)) void cache.get(key, { ttl_ms: KEPT_MS }, async () => ({ value }))
      },
    }
  }

  const ratings = createFacts<ScreenTitle, RatingsByRegion>({
    keyOf: keyOfTitle,
    async ask(title, signal) {
      const rows = await lookup.readRatings(title, signal)
      return rows && ratingsFrom(rows)
    },
    size_of: sizeOfRatings,
  })
  const records = createFacts<ScreenTitle, RatedRecord>({
    keyOf: keyOfTitle,
    async ask(title, signal) {
      const read = await lookup.readRecord(title, signal)
      const record = read && { ...read, ratings: ratingsFrom(read.ratings) }
      ratings.tell(title, record && record.ratings)
      return record
    },
    size_of: record => sizeOfRatings(record.ratings) + (record.genre_ids?.length ?? 0) * 8,
  })
  return {
    ratings,
    records,
    people: createFacts<number, { adult: boolean }>({
      keyOf: String,
      ask: (id, signal) => lookup.readPerson(id, signal),
      size_of: () => 16,
    }),
    prime(title, record) {
      const rated = { ...record, ratings: ratingsFrom(record.ratings) }
      records.tell(title, rated)
      ratings.tell(title, rated.ratings)
      return rated.ratings
    },
  }
}

export function keyOfTitle({ kind, tmdb_id }: ScreenTitle): string {
  return `${kind}:${tmdb_id}`
}

/** One that fails makes the whole page fail, so nobody waits for the others and no further one is begun. */
async function allOrNone<K, T>(
  ids: readonly K[],
  read: (id: K, signal: AbortSignal) => Promise<T>,
): Promise<T[]> {
  const enough = new AbortController()
  try {
    return await Promise.all(ids.map(id => read(id, enough.signal)))
  } catch (error) {
    enough.abort(error)
    throw error
  }
}

/** An object per title and a short array per region. */
function sizeOfRatings(ratings: RatingsByRegion): number {
  return 64 + Object.keys(ratings).length * 96
}
