import { describe, expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { openFresh } from '#test/engines.ts'
import { createPreparation, type PreparationParts } from './request-preparation.ts'

const ADMIN = { user_id: 1, username: 'ana', role: 'admin', device_id: 'd' } as const
const never = () => new Promise<never>(() => {})

const POLICY = {
  requires_approval: false,
  can_choose_season: true,
  can_choose_quality: true,
  default_season_scope: 'all',
  default_quality: { movie: 0, tv: 0 },
} as const

/** Everybody answers at once but the library, of which nobody hears anything. */
async function besideSilence() {
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
    live: { one: silent('library'), many: never },
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
  return { prepare, wait, asked }
}

describe('a library that says nothing keeps nobody from asking (1:4.8.2, C4)', () => {
  const UNKNOWN = { known: false, reason: 'library_unavailable' }

  it('for longer than five seconds, of a movie', async () => {
    const { prepare, wait } = await besideSilence()
    const preparing = prepare(ADMIN, { media_type: 'movie', tmdb_id: 7 })
    await wait(1)
    expect(await preparing).toMatchObject({ live: UNKNOWN, match: null })
  })

  it('and five more to tell which series a show is', async () => {
    const { prepare, wait, asked } = await besideSilence()
    const preparing = prepare(ADMIN, { media_type: 'tv', tmdb_id: 7 })
    await wait(2)
    expect(await preparing).toMatchObject({ live: UNKNOWN, match: null, seasons: [1] })
    expect(asked).toEqual(['match', 'library'])
  })
})
