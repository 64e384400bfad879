import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { FoundSeries, SeriesLookup } from '#ports/series-lookup.ts'
import { Images, known, posterFrom } from '../servarr/servarr-calendar.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { SONARR } from './sonarr-product.ts'

/** Its search calls the internet and may be slow; an admin waits for it. */
const LOOKUP_MS = 20_000

const Season = z.object({
  seasonNumber: z.int(),
  monitored: z.boolean(),
  statistics: z
    .object({ totalEpisodeCount: z.int().nullish(), episodeFileCount: z.int().nullish() })
    .nullish(),
})

const Series = z.object({
  /** 0 or missing: not in the library. */
  id: z.int().nullish(),
  tvdbId: z.int(),
  title: z.string(),
  year: z.int().nullish(),
  overview: z.string().nullish(),
  status: z.string().nullish(),
  remotePoster: z.string().nullish(),
  images: Images,
  seasons: z.array(Season).nullish(),
})
type Series = z.output<typeof Series>

/** Sonarr's library, and the metadata service behind it. */
export function createSonarrLookup(internal: Transport): SeriesLookup {
  const client = createServarrClient(internal, SONARR)
  const read = (...[connection, call]: [...Parameters<typeof client.send>]) =>
    client.get(z.array(Series), connection, { timeout_ms: LOOKUP_MS, ...call })

  async function search(...[connection, term, signal]: Parameters<SeriesLookup['search']>) {
    const rows = await read(connection, { path: 'series/lookup', query: { term }, signal })
    // A series without a TVDB id cannot be added, so it cannot be chosen.
    return rows.filter(row => row.tvdbId > 0).map(fromWire)
  }

  return {
    search,
    async find(connection, tvdb_id, signal) {
      // The library's own record first: only it has season statistics (sonarr.md).
      const own = await read(connection, { path: 'series', query: { tvdbId: tvdb_id }, signal })
      const held = own.find(row => row.tvdbId === tvdb_id)
      if (held) return fromWire(held)
      const found = await search(connection, `tvdb:${tvdb_id}`, signal)
      return found.find(row => row.tvdb_id === tvdb_id) ?? null
    },
  }
}

function fromWire(row: Series): FoundSeries {
  const isHeld = (row.id ?? 0) > 0
  return {
    tvdb_id: row.tvdbId,
    title: row.title,
    ...known('year', row.year),
    ...known('overview', row.overview),
    ...known('poster', row.remotePoster || posterFrom(row.images, 'poster')?.remote_url),
    ...known('status', row.status),
    ...known('series_id', row.id),
    seasons: (row.seasons ?? [])
      .map(({ seasonNumber, monitored, statistics }) => ({
        season_number: seasonNumber,
        // Before it is added, the flags are only Sonarr's suggestion.
        monitored: isHeld && monitored,
        episode_count: statistics?.totalEpisodeCount ?? 0,
        episode_file_count: statistics?.episodeFileCount ?? 0,
      }))
      .sort((a, b) => a.season_number - b.season_number),
  }
}
