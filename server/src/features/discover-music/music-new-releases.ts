import { MusicFeed, type MusicItem } from '@foyer/contract/discover-music'
import { z } from 'zod'
import { type Clock, iso } from '#kit/clock.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { createValueCache } from '#kit/value-cache.ts'
import type { MusicCharts } from '#ports/music-charts.ts'
import type { ListQuestion } from './music-answers.ts'
import { TTL_MS } from './music-cache.ts'
import { cutPage, feedOf, newestFirst, WINDOW_DAYS } from './music-feed-rules.ts'

const NAME = {
  source: 'ListenBrainz',
  scope: 'Past 30 days',
  empty_message: 'There are no recent releases.',
}
/** One window for yesterday, one for today. */
const MAX_ENTRIES = 2
const MAX_BYTES = 32 * 1024 * 1024
/** Approximate size of an item with its texts and its share of the ready pages. */
const ITEM_BYTES = 1500

/** 1:4.3 rule 3: the whole window is read at once; its pages are built here and cached as long as the window. */
interface Window {
  items: readonly MusicItem[]
  pages: Map<number, Ready>
}

export function createNewReleases({ charts, clock }: { charts: MusicCharts; clock: Clock }) {
  const windows = createValueCache<Window>({
    name: 'music-releases',
    clock,
    max_bytes: MAX_BYTES,
    max_entries: MAX_ENTRIES,
    size_of: ({ items }) => items.length * ITEM_BYTES,
  })

  return function newReleases(page: number): ListQuestion {
    // C11: days are UTC days.
    const today = iso(clock.now()).slice(0, 10)
    return {
      cached() {
        const window = windows.getNow(today)
        return window && pageOf(window, page)
      },
      async load({ lane, signal: leaving }) {
        const keep = { ttl_ms: TTL_MS.feed, ...(leaving && { signal: leaving }) }
        const window = await windows.get(today, keep, async signal => {
          const found = await charts.newReleases(today, WINDOW_DAYS, { lane, signal })
          return { items: newestFirst(found, today), pages: new Map<number, Ready>() }
        })
        return pageOf(window, page)
      },
      nothing: () => readyJson(feedOf(NAME, page, { rows: [], more: false })),
    }
  }
}

function pageOf({ items, pages }: Window, page: number): Ready {
  const known = pages.get(page)
  if (known) return known
  const cut = cutPage(items, page)
  const ready = readyJson(z.parse(MusicFeed, feedOf(NAME, page, cut)))
  // Pages past the end are empty and unlimited in number, so they are not cached.
  if (cut.rows.length > 0) pages.set(page, ready)
  return ready
}
