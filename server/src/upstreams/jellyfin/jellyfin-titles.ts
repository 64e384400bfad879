import type { Transport } from '#kit/outbound.ts'
import type { TitleLookup } from '#ports/title-lookup.ts'
import { createMediaBrowserTitles, type NarrowingsOf } from '../media-browser/media-browser-titles.ts'
import { JELLYFIN_PRODUCT } from './jellyfin-accounts.ts'

/**
 * 2:4.13.6: Jellyfin cannot be searched by provider id, so the year narrows the search, one more and one less
 * included. An item without that year is found by its title.
 */
const narrowingsOf: NarrowingsOf = ({ year, title }) => {
  // Films inside collections would otherwise be left out where the server groups them (jellyfin.md).
  const common = { CollapseBoxSetItems: 'false' }
  const by_year = year === undefined ? [] : [{ ...common, Years: [year - 1, year, year + 1].join(',') }]
  const by_title = title?.trim() ? [{ ...common, SearchTerm: title.trim() }] : []
  const all = [...by_year, ...by_title]
  return all.length > 0 ? all : [common]
}

export function createJellyfinTitles(internal: Transport): TitleLookup {
  return createMediaBrowserTitles(internal, JELLYFIN_PRODUCT, narrowingsOf)
}
