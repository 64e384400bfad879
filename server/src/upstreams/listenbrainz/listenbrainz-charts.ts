import { MINUTE_MS } from '#kit/durations.ts'
import type { OutboundAnswer, OutboundRequest, Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { CatalogCaller } from '#ports/music-catalog.ts'
import type { FreshAlbum, MusicCharts } from '#ports/music-charts.ts'
import { ChartPayload, FreshPayload } from './listenbrainz-wire.ts'
import { freshFromWire, MBID } from './listenbrainz-words.ts'

export const LISTENBRAINZ = 'ListenBrainz'

/** 1/4.3 */
const TIMEOUT_MS = 15_000
const RETRIES = 2
/** 1:4.3 rules 1 and 5. */
const PAGE_SIZE = 20
const SPACING = { key: 'listenbrainz', interval_ms: 1000, max_wait_ms: MINUTE_MS }
/** A month of releases is one response of several megabytes. */
const MAX_BYTES = 32 * 1024 * 1024

/** ListenBrainz API v1, as of 2026. These routes need no token. */
export function createListenBrainzCharts(parts: { external: Transport; url: string }): MusicCharts {
  const { external, url } = parts

  function get(
    path: string,
    query: NonNullable<OutboundRequest['query']>,
    { lane, signal }: CatalogCaller,
  ): Promise<OutboundAnswer> {
    return external.send({
      upstream: LISTENBRAINZ,
      method: 'GET',
      url: `${url}${path}`,
      headers: { accept: 'application/json' },
      credential: false,
      query,
      timeout_ms: TIMEOUT_MS,
      max_bytes: MAX_BYTES,
      retries: RETRIES,
      retry_lost: false,
      spacing: { ...SPACING, lane },
      ...(signal && { signal }),
    })
  }

  return {
    async popular(period, page, asker) {
      const offset = (page - 1) * PAGE_SIZE
      const query = { range: period, count: PAGE_SIZE, offset }
      const answer = await get('/1/stats/sitewide/release-groups', query, asker)
      if (answer.status === 204) return null
      const { payload } = answer.json(ChartPayload)
      const entries = payload.release_groups
      const isElsewhere = (payload.offset ?? offset) !== offset
      if (isElsewhere || entries.length > PAGE_SIZE) throw badAnswer()
      const ids = entries.flatMap(({ release_group_mbid: id }) => (id ? [id] : []))
      if (!ids.every(id => MBID.test(id))) throw badAnswer()
      const more = entries.length > 0 && offset + entries.length < payload.total_release_group_count
      return { rows: [...new Set(ids)], more }
    },

    async newReleases(today, days, asker) {
      const query = { release_date: today, days, past: true, future: false, sort: 'release_date' }
      const answer = await get('/1/explore/fresh-releases/', query, asker)
      if (answer.status === 204) return []
      const { releases } = answer.json(FreshPayload).payload
      return releases.map(freshFromWire).filter((row): row is FreshAlbum => row !== null)
    },
  }
}

function badAnswer(): UpstreamFault {
  return new UpstreamFault({ upstream: LISTENBRAINZ, kind: 'bad_answer' })
}
