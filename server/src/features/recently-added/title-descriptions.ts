import { z } from 'zod'
import type { DiscoverScreen } from '#features/discover-screen/index.ts'
import { within } from '#jobs/within.ts'
import type { Clock } from '#kit/clock.ts'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import { titleKey } from '#kit/screen-title.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ScreenTitle } from '#ports/rating-lookup.ts'
import type { Described } from './addition-rules.ts'

export interface TitleDescriptionParts {
  clock: Clock
  screen: { details: Pick<DiscoverScreen['details'], 'recordIn'> }
}

/** How long the answer waits for posters; a title without one is shown nevertheless. */
const POSTERS_MS = 1_500
/** A page has up to a hundred titles, and the provider knows no call for many. */
const READS_AT_ONCE = 20

const Detail = z.object({
  title: z.string().min(1).optional(),
  name: z.string().min(1).optional(),
  poster_path: z.string().nullish(),
})

/** Names and posters of movies and shows in a language. */
export function createTitleDescriptions({ clock, screen }: TitleDescriptionParts) {
  const readDetail = describeOnce()

  async function describe(language: string, { kind, tmdb_id }: ScreenTitle): Promise<Described | null> {
    try {
      return readDetail(await screen.details.recordIn(language, kind, tmdb_id))
    } catch (error) {
      if (error instanceof UpstreamFault || error instanceof Refusal) return null
      throw error
    }
  }

  /** By `titleKey`; without those that the provider does not know, or not in time. */
  return async function describeAll(language: string, titles: readonly ScreenTitle[]) {
    const known = new Map<string, Described>()
    const readings = mapConcurrently(titles, READS_AT_ONCE, async title => {
      const described = await describe(language, title)
      if (described) known.set(titleKey(title), described)
    })
    // What is not read in time goes on being read, and is kept for the next time.
    await within(clock, POSTERS_MS, readings)
    return known
  }
}

/** Parses a cached record once, however often it is shown. */
function describeOnce() {
  const known = new WeakMap<Ready, Described | null>()
  return (ready: Ready): Described | null => {
    const before = known.get(ready)
    if (before !== undefined) return before
    const { data } = Detail.safeParse(JSON.parse(ready.bytes.toString('utf8')))
    const title = data?.title ?? data?.name
    const described = title === undefined ? null : { title, poster_path: data?.poster_path ?? null }
    known.set(ready, described)
    return described
  }
}
