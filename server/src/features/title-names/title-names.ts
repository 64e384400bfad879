import type { postTitleNames } from '@foyer/contract/title-names'
import type { RouteAnswer } from '@foyer/contract/route'
import type { TitleGate } from '#features/kids/index.ts'
import { createTitleDescriptions, type TitleDescriptionParts } from '#features/recently-added/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import { titleKey } from '#kit/screen-title.ts'
import type { ScreenTitle } from '#ports/rating-lookup.ts'

/** C58, C69: stored titles are English. */
const STORED_LANGUAGE = 'en'

export interface TitleNamesParts extends TitleDescriptionParts {
  /** Limits of kids accounts, and titles that an admin has hidden. */
  title_gate: Pick<TitleGate, 'allowedTitles'>
  languageOf: (caller: Caller) => MaybeAsync<string>
  currentCaller: CurrentCaller
}

interface NamedTitle {
  media_type: ScreenTitle['kind']
  tmdb_id: number
}

/**
 * Titles in the reader's language, from the records that their pages are made of: those that are kept are answered from
 * memory. The others are read for a short while, and on in the background; until then the page shows what it has.
 */
export function createTitleNames(parts: TitleNamesParts) {
  const { title_gate, languageOf, currentCaller } = parts
  const describe = createTitleDescriptions(parts)

  /** Admins, who have no limits, also read of titles that are hidden. */
  const allowedTo = async (viewer: Caller, titles: readonly ScreenTitle[]) =>
    viewer.role === 'admin' ? titles : title_gate.allowedTitles(viewer, titles)

  return async function titleNames(
    caller: Caller,
    items: readonly NamedTitle[],
  ): Promise<RouteAnswer<typeof postTitleNames>> {
    const language = await languageOf(caller)
    if (language === STORED_LANGUAGE) return { language, items: [], complete: true }
    const asked = new Map(
      items.map(({ media_type: kind, tmdb_id }) => [titleKey({ kind, tmdb_id }), { kind, tmdb_id }]),
    )
    const allowed = await allowedTo(caller, [...asked.values()])
    const described = await describe(language, allowed)
    // Rights may have changed while the provider was read.
    const still = await allowedTo(await currentCaller(caller), allowed)
    const named = still.flatMap(title => {
      const found = described.get(titleKey(title))
      return found ? [{ media_type: title.kind, tmdb_id: title.tmdb_id, title: found.title }] : []
    })
    return { language, items: named, complete: named.length === still.length }
  }
}

export type TitleNames = ReturnType<typeof createTitleNames>
