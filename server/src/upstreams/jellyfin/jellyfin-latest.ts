import type { Transport } from '#kit/outbound.ts'
import type { LatestTitles } from '#ports/latest-titles.ts'
import { createMediaBrowserLatest } from '../media-browser/media-browser-latest.ts'
import { JELLYFIN_PRODUCT } from './jellyfin-accounts.ts'

export function createJellyfinLatest(internal: Transport): LatestTitles {
  return createMediaBrowserLatest(internal, JELLYFIN_PRODUCT, { dates_shows: true })
}
