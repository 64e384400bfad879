import type { Transport } from '#kit/outbound.ts'
import type { LatestTitles } from '#ports/latest-titles.ts'
import { createMediaBrowserLatest } from '../media-browser/media-browser-latest.ts'
import { EMBY_PRODUCT } from './emby-accounts.ts'

export function createEmbyLatest(internal: Transport): LatestTitles {
  return createMediaBrowserLatest(internal, EMBY_PRODUCT, { dates_shows: false })
}
