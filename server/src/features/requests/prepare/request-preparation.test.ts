import { describe, expect, it } from 'vitest'
import { parseInput } from '#http/validation.ts'
import { createTestClock } from '#test/test-clock.ts'
import { openFresh } from '#test/engines.ts'
import { createPreparation, type PreparationParts } from './request-preparation.ts'

const ADMIN = { user_id: 1, username: 'ana', role: 'admin', device_id: 'd' } as const
const never = () => new Promise<never>(() => {})

const UNREAD = { known: false, reason: 'library_unavailable' } as const

const POLICY = {
  requires_approval: false,
  can_choose_season: true,
  can_choose_quality: true,
  default_season_scope: 'all',
  default_quality: { movie: [], tv: [] },
} as const

/** Everybody answers at once but the library, of which nobody hears anything. */
async function besideSilence(others: Partial<PreparationParts> = {}) {
  const clock = createTestClock()
  const asked: string[] = []
  const silent = (what: string) => () => {
    asked.push(what)
    return never()
  }
  const parts = {
    database: await openFresh('sqlite'),
    clock,
    inventory: { decide: async () => ({ instance: { id: 'in_a', name: 'A library' } }) },
    kids: { assertAllowed: async () => {} },
    policyOf: async () => POLICY,
    parseInput,
    tv: {
      show: async () => ({
        title: 'A show',
        poster_path: null,
        seasons: [{ season_number: 1, episode_count: 8 }],
      }),
      resolve: silent('match'),
      isCurrent: async () => true,
    },
    describeMovie: async () => null,
    readQualityProfiles: silent('profiles'),
    live: { one: silent('library'), many: never },
    ...others,
  }
  // As much of an instance as preparing looks at.
  const prepare = createPreparation(parts as unknown as PreparationParts)
  /** Time passes for each that is waited for. */
  async function wait(times: number): Promise<void> {
    for (let n = 1; n <= times; n += 1) {
      await expect.poll(() => asked.length, { interval: 1 }).toBe(n)
      clock.advance(5_000)
    }
  }
  return { prepare, wait, asked, clock }
}

it('a quality that the library does not have gives way to the default (1/4.6)', async () => {
  const { prepare } = await besideSilence({
    readQualityProfiles: async () => [{ id: 4, name: 'HD' }],
    live: { one: async () => UNREAD, fresh: async () => UNREAD, many: never },
  })
  const quality = async (quality_profile_id: number) =>
    (await prepare(ADMIN, { media_type: 'movie', tmdb_id: 7, quality_profile_id })).wanted
  expect(await quality(4)).toMatchObject({ quality_profile_id: 4 })
  expect(await quality(98)).toMatchObject({ quality_profile_id: null })
})

describe('a library that says nothing keeps nobody from asking (1:4.8.2, C4)', () => {
  const UNKNOWN = { known: false, reason: 'library_unavailable' }

  it('for longer than five seconds, of a movie', async () => {
    const { prepare, wait } = await besideSilence()
    const preparing = prepare(ADMIN, { media_type: 'movie', tmdb_id: 7 })
    await wait(1)
    expect(await preparing).toMatchObject({ live: UNKNOWN, match: null })
  })

  it('nor is a chosen quality given up that it does not tell of (1/4.6, C59)', async () => {
    const { prepare, asked, clock } = await besideSilence()
    const preparing = prepare(ADMIN, { media_type: 'movie', tmdb_id: 7, quality_profile_id: 98 })
    await expect.poll(() => asked.length, { interval: 1 }).toBe(2)
    clock.advance(5_000)
    expect(await preparing).toMatchObject({ wanted: { quality_profile_id: 98 }, live: UNKNOWN })
  })

  it('and five more to tell which series a show is', async () => {
    const { prepare, wait, asked } = await besideSilence()
    const preparing = prepare(ADMIN, { media_type: 'tv', tmdb_id: 7 })
    await wait(2)
    expect(await preparing).toMatchObject({ live: UNKNOWN, match: null, seasons: [1] })
    expect(asked).toEqual(['match', 'library'])
  })
})
