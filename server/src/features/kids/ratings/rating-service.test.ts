import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#kit/durations.ts'
import { createTestClock } from '#test/test-clock.ts'
import type { RatingLookup, RatingRow, ScreenTitle } from '#ports/rating-lookup.ts'
import { createRatings } from './rating-service.ts'

const movie = (tmdb_id: number): ScreenTitle => ({ kind: 'movie', tmdb_id })
const PG: RatingRow[] = [{ region: 'US', certification: 'PG', release: 'theatrical' }]

interface Asked {
  title: ScreenTitle
  answer(rows?: RatingRow[] | null): void
  fail(error: Error): void
  signal: AbortSignal | undefined
}

/** A provider that answers when the test says so. */
function provider() {
  const asked: Asked[] = []
  const lookup: RatingLookup = {
    readRatings(title, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly RatingRow[] | null>()
      asked.push({ title, answer: (rows = PG) => resolve(rows), fail: reject, signal })
      return promise
    },
    readRecord: async () => ({ adult: false, genre_ids: [16], ratings: PG }),
    readPerson: async () => null,
  }
  return { asked, lookup }
}

/** Until everything that can go on without an answer has gone on. */
const settled = () => new Promise<void>(resolve => setImmediate(resolve))

describe('rating lookups (1:4.5 kids rule 4)', () => {
  it('run eight at a time for the whole server, and the ninth begins when one is done', async () => {
    const { asked, lookup } = provider()
    const { ratings } = createRatings({ lookup, clock: createTestClock() })
    const pages = [
      ratings.read(Array.from({ length: 12 }, (_, i) => movie(i + 1))),
      ratings.read(Array.from({ length: 12 }, (_, i) => movie(i + 101))),
    ]
    await settled()
    expect(asked).toHaveLength(8)
    asked[3]?.answer()
    await settled()
    expect(asked).toHaveLength(9)
    for (let i = 0; i < asked.length; i++) {
      asked[i]?.answer()
      await settled()
      expect(asked.length).toBeLessThanOrEqual(Math.min(24, i + 9 + 1))
    }
    await Promise.all(pages)
    expect(asked.map(one => one.title.tmdb_id)).toHaveLength(24)
  })

  it('are shared by those who ask for the same title at once, and kept for a day', async () => {
    const clock = createTestClock()
    const { asked, lookup } = provider()
    const { ratings } = createRatings({ lookup, clock })
    const both = [ratings.read([movie(1)]), ratings.read([movie(1)])]
    await settled()
    asked[0]?.answer()
    expect(await Promise.all(both)).toEqual([[{ US: ['PG'] }], [{ US: ['PG'] }]])
    expect(asked).toHaveLength(1)
    clock.advance(DAY_MS - 1)
    expect(ratings.known(movie(1))).toEqual({ US: ['PG'] })
    clock.advance(1)
    expect(ratings.known(movie(1))).toBeUndefined()
  })

  it('tell a title that the provider does not know from one that nobody asked about', async () => {
    const { asked, lookup } = provider()
    const { ratings } = createRatings({ lookup, clock: createTestClock() })
    const reading = ratings.read([movie(1)])
    await settled()
    asked[0]?.answer(null)
    expect(await reading).toEqual([null])
    expect([ratings.known(movie(1)), ratings.known(movie(2))]).toEqual([null, undefined])
  })

  it('fail as a page: nothing further is begun, nothing failed is kept, the next page may try', async () => {
    const { asked, lookup } = provider()
    const { ratings } = createRatings({ lookup, clock: createTestClock() })
    const titles = Array.from({ length: 20 }, (_, i) => movie(i + 1))
    const failing = ratings.read(titles)
    const outcome = failing.catch((error: unknown) => error)
    await settled()
    asked[0]?.fail(new Error('out'))
    expect(await outcome).toEqual(new Error('out'))
    await settled()
    expect(asked.every((one, i) => i === 0 || one.signal?.aborted)).toBe(true)
    // Who was let go of has given the turn back.
    for (const one of asked) one.fail(new Error('left'))
    await settled()
    const begun = asked.length
    const again = ratings.read(titles.slice(0, 8))
    await settled()
    expect(asked).toHaveLength(begun + 8)
    for (const one of asked) one.answer()
    expect(await again).toHaveLength(8)
  })

  it('are saved by a detail that told of itself, and by a record', async () => {
    const { asked, lookup } = provider()
    const { ratings, records, prime } = createRatings({ lookup, clock: createTestClock() })
    expect(prime(movie(1), { adult: false, genre_ids: [], ratings: PG })).toEqual({ US: ['PG'] })
    expect(await records.read([movie(2)])).toEqual([
      { adult: false, genre_ids: [16], ratings: { US: ['PG'] } },
    ])
    expect(await ratings.read([movie(1), movie(2)])).toEqual([{ US: ['PG'] }, { US: ['PG'] }])
    expect(asked).toEqual([])
  })
})
