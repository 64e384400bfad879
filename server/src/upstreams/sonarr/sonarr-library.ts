import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { LibrarySeries, SeriesLibrary } from '#ports/series-library.ts'
import { ReleaseDay } from '../servarr/servarr-calendar.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { downloadOf, QUEUE_MS, QueueRow } from '../servarr/servarr-queue.ts'
import { eachRecord } from '../servarr/servarr-stream.ts'
import { SONARR } from './sonarr-product.ts'

const Season = z.object({
  seasonNumber: z.int(),
  monitored: z.boolean(),
  // Missing right after an add.
  statistics: z
    .object({
      episodeFileCount: z.int(),
      episodeCount: z.int(),
      totalEpisodeCount: z.int(),
      nextAiring: ReleaseDay.nullish().catch(null),
    })
    .nullish(),
})

const Series = z.object({
  id: z.int(),
  tvdbId: z.int(),
  tmdbId: z.int().nullish(),
  monitored: z.boolean(),
  ended: z.boolean().nullish(),
  status: z.string().nullish(),
  seasons: z.array(Season).nullish(),
})

const Episode = z.object({
  seasonNumber: z.int(),
  hasFile: z.boolean(),
  airDateUtc: z.iso.datetime({ offset: true }).nullish(),
})

const Row = z.object({
  ...QueueRow,
  seriesId: z.int().nullish(),
  seasonNumber: z.int().nullish(),
  series: z.object({ tvdbId: z.int(), tmdbId: z.int().nullish() }).nullish(),
})

function seriesOf(series: z.output<typeof Series>): LibrarySeries {
  return {
    series_id: series.id,
    tvdb_id: series.tvdbId,
    ...(series.tmdbId && { tmdb_id: series.tmdbId }),
    monitored: series.monitored,
    ended: series.ended ?? series.status === 'ended',
    seasons: (series.seasons ?? []).map(({ seasonNumber, monitored, statistics }) => ({
      season_number: seasonNumber,
      monitored,
      file_count: statistics?.episodeFileCount ?? 0,
      wanted_count: statistics?.episodeCount ?? 0,
      total_count: statistics?.totalEpisodeCount ?? 0,
      ...(statistics?.nextAiring && { next_airing: statistics.nextAiring }),
    })),
  }
}

export function createSonarrLibrary(internal: Transport): SeriesLibrary {
  const client = createServarrClient(internal, SONARR)
  const read = async (...call: Parameters<typeof client.send>) =>
    (await client.get(z.array(Series), ...call)).map(seriesOf)
  return {
    async list(connection, signal) {
      const series: LibrarySeries[] = []
      const call = { path: 'series', query: { includeSeasonImages: false }, signal }
      await eachRecord(internal, SONARR, connection, call, Series, one => series.push(seriesOf(one)))
      return series
    },
    async find(connection, tvdb_id, signal) {
      const series = await read(connection, { path: 'series', query: { tvdbId: tvdb_id }, signal })
      return series.find(one => one.tvdb_id === tvdb_id) ?? null
    },
    async episodes(connection, series_id, signal) {
      const episodes = await client.get(z.array(Episode), connection, {
        path: 'episode',
        query: { seriesId: series_id },
        signal,
      })
      return episodes.map(({ seasonNumber, hasFile, airDateUtc }) => ({
        season_number: seasonNumber,
        has_file: hasFile,
        ...(airDateUtc && { airs_at: new Date(airDateUtc).toISOString() }),
      }))
    },
    async queue(connection, signal) {
      const rows = await client.get(z.array(Row), connection, {
        path: 'queue/details',
        query: { includeSeries: true },
        timeout_ms: QUEUE_MS,
        signal,
      })
      return rows.flatMap(row =>
        // A download without an episode belongs to no season.
        row.seriesId && typeof row.seasonNumber === 'number'
          ? [
              {
                series_id: row.seriesId,
                season_number: row.seasonNumber,
                ...(row.series && { tvdb_id: row.series.tvdbId }),
                ...(row.series?.tmdbId && { tmdb_id: row.series.tmdbId }),
                download: downloadOf(row),
              },
            ]
          : [],
      )
    },
  }
}
