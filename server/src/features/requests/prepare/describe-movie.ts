import { z } from 'zod'
import type { DiscoverScreen } from '#features/discover-screen/index.ts'
import { within } from '#jobs/within.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { DescribeMovie } from '../dependencies.ts'

/** How long saving a request may wait for a poster. */
const DESCRIBE_MS = 2000

const MovieRecord = z.object({ title: z.string().min(1), poster_path: z.string().nullable() })

/** The provider's own record, if it is available in time. */
export function createDescribeMovie(parts: {
  clock: Clock
  screen: Pick<DiscoverScreen, 'details'>
}): DescribeMovie {
  const { clock, screen } = parts

  async function read(tmdb_id: number) {
    try {
      const { bytes } = await screen.details.record('movie', tmdb_id)
      return MovieRecord.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null
    } catch (error) {
      if (error instanceof UpstreamFault || error instanceof Refusal) return null
      throw error
    }
  }
  return async tmdb_id => {
    const reading = read(tmdb_id)
    return (await within(clock, DESCRIBE_MS, reading)) ? reading : null
  }
}
