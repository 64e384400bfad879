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
  empty_message: 'Nothing came out lately.',
}
/** Yesterday's and today's. */
const MAX_ENTRIES = 2
const MAX_BYTES = 32 * 1024 * 1024
/** An item with its texts and its share of ready pages, roughly. */
const ITEM_BYTES = 1500

/** 1:4.3 rule 3: the whole window at once; pages are cut from it here and live as long as it does. */
interface Window {
  items: readonly MusicItem[]
  pages: Map<number, Ready>
}

export function createNewReleases({ charts, clock }: { charts: MusicCharts; clock: Clock }) {
  const windows = createValueCache<Window>({
    clock,
    max_bytes: MAX_BYTES,
    max_entries: MAX_ENTRIES,
    size_of: ({ items }) => items.length * ITEM_BYTES,
  })

  return function newReleases(page: number): ListQuestion {
    // C11: days are those of UTC.
    const today = iso(clock.now()).slice(0, 10)
    return {
      held() {
        const window = windows.getNow(today)
        return window && pageOf(window, page)
      },
      async ask({ lane, signal: leaving }) {
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
  // Past the end there are many pages, and nothing on them.
  if (cut.rows.length > 0) pages.set(page, ready)
  return ready
}
