import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ShowBridge } from '#ports/show-bridge.ts'
import { createTraktClient, TRAKT, type TraktParts } from './trakt-client.ts'
import { FoundShows } from './trakt-wire.ts'

/** Trakt's id search: it knows shows by the ids of several providers (trakt.md, "id bridge"). */
export function createTraktBridge(
  parts: TraktParts & {
    /** The current client id; null when there is none. */
    client_id: () => Promise<string | null>
  },
): ShowBridge {
  const client = createTraktClient(parts)
  return {
    async findTvdbId(tmdb_id, signal) {
      const client_id = await parts.client_id()
      if (client_id === null) throw new UpstreamFault({ upstream: TRAKT, kind: 'rejected_key' })
      const found = await client.get(FoundShows, {
        path: `/search/tmdb/${tmdb_id}`,
        query: { type: 'show' },
        client_id,
        signal,
      })
      // The search returns every title with that id; only the show with this TMDB id counts.
      const show = found.find(row => row.show?.ids.tmdb === tmdb_id)?.show
      return show?.ids.tvdb || null
    },
  }
}
