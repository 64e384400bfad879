import type { Transport } from '#kit/outbound.ts'
import type { TitleLookup } from '#ports/title-lookup.ts'
import { createMediaBrowserTitles, type NarrowingsOf } from '../media-browser/media-browser-titles.ts'
import { EMBY_PRODUCT } from './emby-accounts.ts'

/** Emby filters by provider id itself; any of the ids counts (emby.md, "Finding a title"). */
const narrowingsOf: NarrowingsOf = (_title, ids) => {
  const pairs = Object.entries(ids).flatMap(([name, id]) => (id === undefined ? [] : [`${name}.${id}`]))
  return [{ AnyProviderIdEquals: pairs.join(',') }]
}

export function createEmbyTitles(internal: Transport): TitleLookup {
  return createMediaBrowserTitles(internal, EMBY_PRODUCT, narrowingsOf)
}
