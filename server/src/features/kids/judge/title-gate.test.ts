import { describe, expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { RatingLookup, ScreenTitle, TitleRecord } from '#ports/rating-lookup.ts'
import { limitsFrom } from './content-rules.ts'
import { createRatings } from '../ratings/rating-service.ts'
import { createTitleGate } from './title-gate.ts'
import { createTitleJudge } from './title-judge.ts'

const KID = { user_id: 2, role: 'user' } as const
const USER = { user_id: 3, role: 'user' } as const
const limits = limitsFrom(
  {
    max_movie_rating: 'PG',
    max_tv_rating: 'TV-PG',
    rating_region: 'US',
    block_unrated: true,
    blocked_movie_genres: [27],
    blocked_tv_genres: [],
  },
  { movie: {}, tv: {} },
)

const rated = (certification: string, change: Partial<TitleRecord> = {}): TitleRecord => ({
  adult: false,
  genre_ids: [16],
  ratings: [{ region: 'US', certification, release: 'theatrical' }],
  ...change,
})
const RECORDS: Record<number, TitleRecord> = {
  1: rated('G'),
  2: rated('R'),
  3: rated('G', { adult: true }),
  4: rated('G', { genre_ids: [27] }),
}

function gateBefore(readRecord: RatingLookup['readRecord']) {
  const lookup: RatingLookup = {
    readRecord,
    readRatings: () => Promise.reject(new Error('the record says it all')),
    readPerson: async () => null,
  }
  const ratings = createRatings({ lookup, clock: createTestClock() })
  return createTitleGate({
    limitsOf: ({ user_id }) => (user_id === KID.user_id ? limits : null),
    allows: createTitleJudge(ratings),
  })
}

const movie = (tmdb_id: number): ScreenTitle => ({ kind: 'movie', tmdb_id })
const gate = () => gateBefore(async ({ tmdb_id }) => RECORDS[tmdb_id] ?? null)
const failing = () =>
  gateBefore(() => Promise.reject(new UpstreamFault({ upstream: 'TMDB', kind: 'timeout' })))

describe('titles beside the catalogue', () => {
  it('C9: are refused with the literal 404 outside the limits', async () => {
    await gate().assertAllowed(KID, movie(1))
    for (const id of [2, 3, 4, 5]) {
      const refusal: unknown = await gate()
        .assertAllowed(KID, movie(id))
        .catch((error: unknown) => error)
      const seen = refusal instanceof Refusal ? [refusal.status, refusal.body()] : refusal
      expect([id, seen]).toEqual([id, [404, { error: 'not available' }]])
      await gate().assertAllowed(USER, movie(id))
    }
  })

  it('1:4.6: are 503 when the limits cannot be checked, for kids alone', async () => {
    const unavailable = { code: 'unavailable', status: 503 }
    await expect(failing().assertAllowed(KID, movie(1))).rejects.toMatchObject(unavailable)
    await expect(failing().allowedTitles(KID, [movie(1)])).rejects.toMatchObject(unavailable)
    await failing().assertAllowed(USER, movie(1))
  })

  it('1:4.6: are left out of lists of titles', async () => {
    const titles = [1, 2, 3, 4, 5].map(movie)
    expect(await gate().allowedTitles(KID, titles)).toEqual([movie(1)])
    expect(await gate().allowedTitles(USER, titles)).toEqual(titles)
  })

  it('1/I: are judged in a library by what the library says', async () => {
    const titles = [
      { kind: 'movie' as const, certification: 'PG', genres: ['Family'] },
      { kind: 'movie' as const, certification: 'R', genres: [] },
    ]
    expect(await gate().allowedInLibrary(KID, titles)).toEqual([true, false])
    expect(await gate().allowedInLibrary(USER, titles)).toEqual([true, true])
    const asked = { service_type: 'movie_manager', path: 'api/v3/movie' } as const
    const broken = [{ genres: 'all' }]
    const cut = await gate().libraryCut(KID, asked)
    expect(() => cut(broken)).toThrow(
      expect.objectContaining({ status: 502, message: 'content limits could not be applied' }),
    )
    expect((await gate().libraryCut(USER, asked))(broken)).toBe(broken)
  })
})
