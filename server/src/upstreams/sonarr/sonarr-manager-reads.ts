import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { FileFacts, LibraryEntry, ManagedTitle, ManagerReads } from '#ports/manager-reads.ts'
import { known } from '../servarr/servarr-calendar.ts'
import { factsOf, WireFileFacts } from '../servarr/servarr-file-facts.ts'
import { readOne } from '../servarr/servarr-files.ts'
import { createServarrManagerReads } from '../servarr/servarr-manager-reads.ts'
import { eachRecord } from '../servarr/servarr-stream.ts'
import { timeOf } from '../servarr/servarr-times.ts'
import { SONARR } from './sonarr-product.ts'

const SeriesTitle = z.object({
  title: z.string(),
  year: z.int().nullish(),
  tvdbId: z.int().nullish(),
  tmdbId: z.int().nullish(),
})
const EpisodeTitle = z.object({
  seasonNumber: z.int(),
  episodeNumber: z.int(),
  title: z.string().nullish(),
  airDateUtc: z.string().nullish(),
})
const Row = z.object({
  seasonNumber: z.int().nullish(),
  series: SeriesTitle.nullish(),
  episode: EpisodeTitle.nullish(),
})
const Candidate = z.object({
  seasonNumber: z.int().nullish(),
  series: SeriesTitle.nullish(),
  episodes: z.array(EpisodeTitle).nullish(),
})
const Series = z.object({
  ...SeriesTitle.shape,
  monitored: z.boolean(),
  // Missing right after an add.
  statistics: z
    .object({ episodeFileCount: z.int(), episodeCount: z.int(), sizeOnDisk: z.number().nullish() })
    .nullish(),
})
const Episode = z.object({
  ...EpisodeTitle.shape,
  episodeFileId: z.int().nullish(),
  hasFile: z.boolean().nullish(),
  monitored: z.boolean().nullish(),
})
const EpisodeFile = z.object({ ...WireFileFacts.shape, seasonNumber: z.int() })

function titleOf(series: z.output<typeof SeriesTitle>): ManagedTitle {
  const { title, year, tvdbId, tmdbId } = series
  return { title, ...known('year', year), ...known('tvdb_id', tvdbId), ...known('tmdb_id', tmdbId) }
}

/** Season 0 is a season: that of the specials. */
function placeOf(season: number | null | undefined, episode?: z.output<typeof EpisodeTitle> | null) {
  return {
    ...(typeof season === 'number' && { season_number: season }),
    ...(episode && { season_number: episode.seasonNumber, episode_number: episode.episodeNumber }),
    ...known('episode_title', episode?.title),
  }
}

function entryOf(series: z.output<typeof Series>): LibraryEntry {
  const { statistics, monitored } = series
  return {
    ...titleOf(series),
    monitored,
    file_count: statistics?.episodeFileCount ?? 0,
    wanted_count: statistics?.episodeCount ?? 0,
    size_bytes: statistics?.sizeOnDisk ?? 0,
  }
}

function episodeEntry(series: z.output<typeof Series>, episode: z.output<typeof Episode>): LibraryEntry {
  const airs_at = timeOf(episode.airDateUtc)
  const file_count = episode.hasFile ? 1 : 0
  return {
    ...titleOf(series),
    ...placeOf(null, episode),
    monitored: episode.monitored ?? false,
    file_count,
    wanted_count: Math.max(file_count, episode.monitored ? 1 : 0),
    ...(airs_at !== null && { airs_at }),
  }
}

/** Sonarr, API v3. */
export function createSonarrManagerReads(internal: Transport): ManagerReads {
  return createServarrManagerReads(internal, {
    product: SONARR,
    record: Row,
    titleOf: ({ series, episode, seasonNumber }) =>
      series ? { ...titleOf(series), ...placeOf(seasonNumber, episode) } : null,
    airsAt: ({ episode }) => timeOf(episode?.airDateUtc),
    includes: { includeSeries: true, includeEpisode: true },
    include_unknown: 'includeUnknownSeriesItems',
    historyOf: ({ record_id, season_number }) => ({
      path: 'history/series',
      query: { seriesId: record_id, ...(season_number !== undefined && { seasonNumber: season_number }) },
    }),
    candidate: Candidate,
    candidateTitle({ series, seasonNumber, episodes }) {
      const [first, ...others] = episodes ?? []
      const numbers = (episodes ?? []).map(one => one.episodeNumber)
      return {
        title: series ? { ...titleOf(series), ...placeOf(seasonNumber, first) } : null,
        ...(others.length > 0 && { episode_numbers: numbers }),
      }
    },
    titles: client => ({
      eachTitle: (connection, _scope, take, signal) =>
        eachRecord(
          internal,
          SONARR,
          connection,
          { path: 'series', query: { includeSeasonImages: false }, signal },
          Series,
          series => take(entryOf(series)),
        ),
      async title(connection, { record_id, season_number }, signal) {
        const series = await readOne(client, Series, connection, { path: `series/${record_id}`, signal })
        if (!series) return null
        const query = {
          seriesId: record_id,
          ...(season_number !== undefined && { seasonNumber: season_number }),
        }
        const episodes = await client.get(z.array(Episode), connection, { path: 'episode', query, signal })
        return episodes
          .filter(one => season_number === undefined || one.seasonNumber === season_number)
          .map(one => episodeEntry(series, one))
          .toSorted((a, b) => (a.episode_number ?? 0) - (b.episode_number ?? 0))
      },
      async files(connection, { record_id, season_number }, signal) {
        const query = { seriesId: record_id }
        const [files, episodes] = await Promise.all([
          client.get(z.array(EpisodeFile), connection, { path: 'episodefile', query, signal }),
          client.get(z.array(Episode), connection, { path: 'episode', query, signal }),
        ])
        const byFile = Map.groupBy(episodes, one => one.episodeFileId ?? 0)
        return files
          .filter(file => season_number === undefined || file.seasonNumber === season_number)
          .map(
            (file): FileFacts => ({
              ...factsOf(file),
              season_number: file.seasonNumber,
              // One file can hold several episodes (sonarr.md).
              episode_numbers: (byFile.get(file.id) ?? [])
                .map(one => one.episodeNumber)
                .sort((a, b) => a - b),
            }),
          )
          .toSorted(
            (a, b) =>
              (a.season_number ?? 0) - (b.season_number ?? 0) ||
              (a.episode_numbers?.[0] ?? 0) - (b.episode_numbers?.[0] ?? 0),
          )
      },
    }),
  })
}
