import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { NewSeries, SeriesShelf } from '#ports/courier-series.ts'
import { readShelfOptions, readTagIds, sendAdd, sendCommand } from '../servarr/servarr-adds.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { SONARR } from './sonarr-product.ts'

const Season = z.looseObject({ seasonNumber: z.int(), monitored: z.boolean() })
const Shelved = z.object({
  id: z.int(),
  tvdbId: z.int(),
  monitored: z.boolean(),
  seasons: z.array(Season).nullish(),
  /** Present until refresh, scan and search of the add are done (servarr-common.md, 10). */
  addOptions: z.unknown().nullish(),
})
const Found = z.object({
  tvdbId: z.int(),
  title: z.string(),
  seriesType: z.string().nullish(),
  genres: z.array(z.string()).nullish(),
  originalLanguage: z.object({ name: z.string().nullish() }).nullish(),
  seasons: z.array(z.object({ seasonNumber: z.int() })).nullish(),
})
const Episode = z.object({
  id: z.int(),
  seasonNumber: z.int(),
  episodeNumber: z.int(),
  hasFile: z.boolean(),
  monitored: z.boolean(),
  airDateUtc: z.iso.datetime({ offset: true }).nullish(),
})
/** Complete, because PUT replaces the record. */
const WholeSeries = z.looseObject({ id: z.int(), monitored: z.boolean(), seasons: z.array(Season) })

/**
 * sonarr.md, "How monitoring really works": with `skip` each new episode takes its season's flag and nothing overrides
 * it; any other value would discard the chosen seasons.
 */
function addBody(series: NewSeries): object {
  const wanted = new Set(series.wanted_seasons)
  return {
    tvdbId: series.tvdb_id,
    title: series.title,
    qualityProfileId: series.quality_profile_id,
    rootFolderPath: series.root_folder,
    monitored: wanted.size > 0,
    seasonFolder: series.season_folders,
    seriesType: series.series_type,
    monitorNewItems: 'none',
    tags: series.tags,
    seasons: series.seasons.map(number => ({ seasonNumber: number, monitored: wanted.has(number) })),
    addOptions: {
      monitor: 'skip',
      searchForMissingEpisodes: series.search && wanted.size > 0,
      searchForCutoffUnmetEpisodes: false,
    },
  }
}

/** Sonarr 4, API v3: sonarr.md, "Add a series". */
export function createSonarrShelf(internal: Transport): SeriesShelf {
  const client = createServarrClient(internal, SONARR)
  return {
    product: SONARR.product,
    options: (connection, signal) => readShelfOptions(client, connection, signal),
    tags: (connection, signal) => readTagIds(client, connection, signal),
    async find(connection, tvdb_id, signal) {
      const query = { tvdbId: tvdb_id }
      const all = await client.get(z.array(Shelved), connection, { path: 'series', query, signal })
      const series = all.find(one => one.tvdbId === tvdb_id)
      if (!series) return null
      return {
        record_id: series.id,
        monitored: series.monitored,
        seasons: (series.seasons ?? []).map(one => ({
          season_number: one.seasonNumber,
          monitored: one.monitored,
        })),
        is_settling: series.addOptions !== undefined && series.addOptions !== null,
      }
    },
    async episodes(connection, record_id, signal) {
      const query = { seriesId: record_id }
      const all = await client.get(z.array(Episode), connection, { path: 'episode', query, signal })
      return all.map(one => ({
        record_id: one.id,
        season_number: one.seasonNumber,
        episode_number: one.episodeNumber,
        has_file: one.hasFile,
        monitored: one.monitored,
        airs_at: one.airDateUtc ?? null,
      }))
    },
    async lookup(connection, tvdb_id, signal) {
      const query = { term: `tvdb:${tvdb_id}` }
      const all = await client.get(z.array(Found), connection, { path: 'series/lookup', query, signal })
      const series = all.find(one => one.tvdbId === tvdb_id)
      if (!series) return null
      return {
        tvdb_id,
        title: series.title,
        series_type: series.seriesType ?? 'standard',
        seasons: (series.seasons ?? []).map(one => one.seasonNumber),
        genres: series.genres ?? [],
        original_language: series.originalLanguage?.name ?? '',
      }
    },
    add: (connection, series, signal) =>
      sendAdd(client, SONARR, connection, { path: 'series', json: addBody(series), signal }),
    async monitorSeasons(connection, record_id, seasons, signal) {
      const path = `series/${record_id}`
      const series = await client.get(WholeSeries, connection, { path, signal })
      const json = {
        ...series,
        monitored: true,
        seasons: series.seasons.map(one =>
          seasons.includes(one.seasonNumber) ? { ...one, monitored: true } : one,
        ),
      }
      const query = { moveFiles: false }
      await client.send(connection, { method: 'PUT', path, query, json, idempotent: true, signal })
    },
    async monitorEpisodes(connection, ids, signal) {
      const json = { episodeIds: ids, monitored: true }
      await client.send(connection, {
        method: 'PUT',
        path: 'episode/monitor',
        json,
        idempotent: true,
        signal,
      })
    },
    searchSeason: (connection, record_id, season, signal) =>
      sendCommand(
        client,
        connection,
        { name: 'SeasonSearch', seriesId: record_id, seasonNumber: season },
        signal,
      ),
    searchEpisodes: (connection, ids, signal) =>
      sendCommand(client, connection, { name: 'EpisodeSearch', episodeIds: ids }, signal),
    refresh: (connection, record_id, signal) =>
      sendCommand(client, connection, { name: 'RefreshSeries', seriesIds: [record_id] }, signal),
  }
}
