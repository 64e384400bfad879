import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Database, Db } from '#db/database.ts'
import type { CurrentHidden } from '#features/hidden-titles/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import { screenTitleOf, titleKey } from '#kit/screen-title.ts'
import { isVisible, presentAddition, withoutRepeats } from './addition-rules.ts'
import { type Addition, listAdditions } from './addition-store.ts'
import { createTitleDescriptions, type TitleDescriptionParts } from './title-descriptions.ts'

export interface RecentlyAddedParts extends TitleDescriptionParts {
  database: Database
  inventory: Pick<Inventory, 'visibleTo'>
  /** Limits of kids accounts, and movies and shows that an admin has hidden. */
  kids: Pick<TitleGate, 'isLimited' | 'allowedTitles'>
  hidden_titles: { current: CurrentHidden }
  discovery: { hiddenTypes(db: Db): Promise<readonly MediaType[]> }
  languageOf: (caller: Caller) => MaybeAsync<string>
  currentCaller: CurrentCaller
}

/** Some rows are the same title in another library, or not for this caller. */
const ROWS_PER_ITEM = 3
/** Each page of a kids account may take a call for every title whose rating is not known yet. */
const MAX_PAGES = 5

/** What arrived lately, from what library-news saved: no library is asked. */
export function createRecentlyAdded(parts: RecentlyAddedParts) {
  const { database, inventory, kids, discovery } = parts
  const describeAll = createTitleDescriptions(parts)

  async function visible(caller: Caller, additions: readonly Addition[]): Promise<Addition[]> {
    const [is_limited, allowed, instances, hidden, { isWorkHidden, isBookNamed }] = await Promise.all([
      kids.isLimited(caller),
      kids.allowedTitles(
        caller,
        additions.flatMap(one => screenTitleOf(one) ?? []),
      ),
      inventory.visibleTo(database.read, caller),
      discovery.hiddenTypes(database.read),
      parts.hidden_titles.current(),
    ])
    const reader = {
      is_limited,
      allowed_titles: new Set(allowed.map(titleKey)),
      instances: new Set(instances.map(({ id }) => id)),
      hidden,
      isWorkHidden,
      isBookNamed,
    }
    return additions.filter(one => isVisible(one, reader))
  }

  /** Reads on while there is less than a full row for this caller: the newest may all be outside their limits. */
  async function newest(caller: Caller, limit: number): Promise<Addition[]> {
    const instance_ids = (await inventory.visibleTo(database.read, caller)).map(({ id }) => id)
    const rows_per_page = limit * ROWS_PER_ITEM
    let shown: Addition[] = []
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const range = { limit: rows_per_page, offset: page * rows_per_page }
      const rows = await listAdditions(database.read, instance_ids, range)
      shown = withoutRepeats([...shown, ...(await visible(caller, rows))])
      if (shown.length >= limit || rows.length < rows_per_page) break
    }
    return shown.slice(0, limit)
  }

  return {
    async list(caller: Caller, limit: number) {
      const shown = await newest(caller, limit)
      const described = await describeAll(
        await parts.languageOf(caller),
        shown.flatMap(one => screenTitleOf(one) ?? []),
      )
      // Rights may have changed while the provider was read.
      const current = await visible(await parts.currentCaller(caller), shown)
      return {
        items: current.map(one => {
          const title = screenTitleOf(one)
          return presentAddition(one, (title && described.get(titleKey(title))) ?? null)
        }),
      }
    },
  }
}

export type RecentlyAdded = ReturnType<typeof createRecentlyAdded>
