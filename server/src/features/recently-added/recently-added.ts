import type { MediaType } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import type { Database, Db } from '#db/database.ts'
import type { DiscoverScreen } from '#features/discover-screen/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import { within } from '#jobs/within.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ScreenTitle } from '#ports/rating-lookup.ts'
import {
  type Described,
  isVisible,
  keyOf,
  presentAddition,
  screenTitle,
  withoutRepeats,
} from './addition-rules.ts'
import { type Addition, listAdditions } from './addition-store.ts'

export interface RecentlyAddedParts {
  database: Database
  clock: Clock
  inventory: Pick<Inventory, 'visibleTo'>
  kids: Pick<TitleGate, 'isLimited' | 'allowedTitles'>
  discovery: { hiddenTypes(db: Db): Promise<readonly MediaType[]> }
  screen: { details: Pick<DiscoverScreen['details'], 'recordIn'> }
  languageOf: (caller: Caller) => MaybeAsync<string>
  currentCaller: CurrentCaller
}

/** How long the answer waits for posters; a title without one is shown nevertheless. */
const POSTERS_MS = 1_500
/** Some rows are the same title in another library, or not for this caller. */
const ROWS_PER_ITEM = 3

const Detail = z.object({
  title: z.string().min(1).optional(),
  name: z.string().min(1).optional(),
  poster_path: z.string().nullish(),
})

/** What arrived lately, from what library-news saved: no library is asked. */
export function createRecentlyAdded(parts: RecentlyAddedParts) {
  const { database, clock, inventory, kids, discovery, screen } = parts
  const readDetail = describeOnce()

  async function visible(caller: Caller, additions: readonly Addition[]): Promise<Addition[]> {
    const [is_limited, allowed, instances, hidden] = await Promise.all([
      kids.isLimited(caller),
      kids.allowedTitles(
        caller,
        additions.flatMap(one => screenTitle(one) ?? []),
      ),
      inventory.visibleTo(database.read, caller),
      discovery.hiddenTypes(database.read),
    ])
    const reader = {
      is_limited,
      allowed_titles: new Set(allowed.map(keyOf)),
      instances: new Set(instances.map(({ id }) => id)),
      hidden,
    }
    return additions.filter(one => isVisible(one, reader))
  }

  async function describe(language: string, { kind, tmdb_id }: ScreenTitle): Promise<Described | null> {
    try {
      return readDetail(await screen.details.recordIn(language, kind, tmdb_id))
    } catch (error) {
      if (error instanceof UpstreamFault || error instanceof Refusal) return null
      throw error
    }
  }

  async function describeAll(language: string, additions: readonly Addition[]) {
    const known = new Map<Addition, Described | null>()
    const readings = additions.map(async one => {
      const title = screenTitle(one)
      if (title) known.set(one, await describe(language, title))
    })
    await within(clock, POSTERS_MS, Promise.all(readings))
    return known
  }

  return {
    async list(caller: Caller, limit: number) {
      const instances = await inventory.visibleTo(database.read, caller)
      const rows = await listAdditions(
        database.read,
        instances.map(({ id }) => id),
        limit * ROWS_PER_ITEM,
      )
      const shown = withoutRepeats(await visible(caller, rows)).slice(0, limit)
      const described = await describeAll(await parts.languageOf(caller), shown)
      // Rights may have changed while the provider was read.
      const current = await visible(await parts.currentCaller(caller), shown)
      return { items: current.map(one => presentAddition(one, described.get(one) ?? null)) }
    },
  }
}

export type RecentlyAdded = ReturnType<typeof createRecentlyAdded>

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
