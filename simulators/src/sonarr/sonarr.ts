import { Refused, type SimRequest } from '../kit/answer.ts'
import { createCommands } from '../servarr/commands.ts'
import { routeCovers } from '../servarr/covers.ts'
import type { Download } from '../servarr/downloads.ts'
import {
  createManagerParts,
  type DownloadWish,
  finderOf,
  type LibraryManager,
  presentManager,
} from '../servarr/library-manager.ts'
import { routeQueue } from '../servarr/queue-routes.ts'
import { routeReleases } from '../servarr/releases.ts'
import { raised } from '../servarr/servarr-answers.ts'
import { createServarr, type ServarrOptions } from '../servarr/servarr.ts'
import { createSonarrActivity } from './sonarr-activity.ts'
import { commandRunners, IDLE_COMMANDS } from './sonarr-commands.ts'
import { routeEpisodes } from './sonarr-episode-routes.ts'
import { SONARR_FLAGS, sonarrTestPayload } from './sonarr-hooks.ts'
import {
  createSonarrLibrary,
  type EpisodeFile,
  type LibraryEpisode,
  type LibrarySeries,
  type SonarrLibrary,
} from './sonarr-library.ts'
import { episodeResource, seriesResource } from './sonarr-resources.ts'
import { deleteRecord, routeSeries, type SeriesRouteParts } from './sonarr-series-routes.ts'
import { type NewLibrarySeries, recordPast, stockSeries } from './sonarr-stock.ts'

export interface Sonarr extends LibraryManager {
  series: () => LibrarySeries[]
  /** By TVDB id; undefined when the library lacks it. */
  oneSeries: (tvdbId: number) => LibrarySeries | undefined
  /** The episodes of a season, or of all seasons; empty before the first refresh. */
  episodes: (seriesId: number, seasonNumber?: number) => LibraryEpisode[]
  files: () => EpisodeFile[]
  /** Straight into the library, as if long there: episodes known, no event. */
  addSeries: (tvdbId: number, series?: NewLibrarySeries) => LibrarySeries
  /** One download holding all given episodes: several make a pack. */
  startDownload: (seriesId: number, episodeIds: readonly number[], wish?: DownloadWish) => Download
  /** A file found by a disk scan: no download, no event. */
  importFile: (episodeId: number, quality?: string) => void
  deleteFile: (fileId: number) => void
  deleteSeries: (seriesId: number) => void
  /** Monitored episodes that have aired and have no file. */
  missing: (seriesId: number) => LibraryEpisode[]
  /** Writes the grabs and imports that put recent stocked files there, up to a moment. */
  recordPast: (seriesId: number, until?: number) => void
}

/** Sonarr 4, API v3, as sonarr.md and servarr-common.md describe it. */
export async function startSonarr(options: ServarrOptions): Promise<Sonarr> {
  const servarr = createServarr('Sonarr', options)
  const library = createSonarrLibrary(servarr)
  const manager = createManagerParts(servarr, {
    root_folders: options.root_folders ?? ['/tv'],
    isProfileUsed: id => library.records.values().some(record => record.quality_profile_id === id),
    notifications: { flags: SONARR_FLAGS, testPayload: sonarrTestPayload },
  })
  const activity = createSonarrActivity({ ...manager, library })
  const commands = createCommands(servarr, commandRunners(servarr, library, activity), IDLE_COMMANDS)
  const parts: SeriesRouteParts = { ...manager, library, activity, commands }
  routeSeries(parts)
  routeEpisodes(parts)
  routeActivity(parts)
  routeCovers(servarr, id => {
    const record = library.records.get(id)
    return record && library.metadata(record)
  })
  await servarr.server.listen()
  return assemble(parts)
}

function routeActivity({ servarr, library, activity }: SeriesRouteParts): void {
  routeQueue(servarr, {
    parent: 'series',
    activity,
    // sonarr.md, "Queue row": a pack yields one row per episode, each with the size of the whole.
    columns: (download, wants) =>
      download.target.child_ids.flatMap(id => {
        const owned = library.episode(id)
        if (!owned) return []
        const { series, episode } = owned
        return [
          {
            seriesId: series.id,
            episodeId: id,
            seasonNumber: episode.season_number,
            episodeHasFile: episode.file_id !== 0,
            ...(wants.parent && { series: seriesResource(servarr, library, series) }),
            ...(wants.child && { episode: episodeResource({ servarr, library }, owned) }),
          },
        ]
      }),
  })
  routeReleases(servarr, {
    search(request: SimRequest) {
      const { series, episodes } = askedEpisodes(request, library)
      const target = { parent_id: series.id, child_ids: episodes.map(one => one.id) }
      const columns = {
        fullSeason: episodes.length > 1,
        seasonNumber: episodes[0]?.season_number ?? 0,
        episodeNumbers: episodes.map(one => one.episode_number),
        mappedSeriesId: series.id,
        episodeRequested: true,
        tvdbId: series.tvdb_id,
        seriesTitle: series.title,
      }
      return { target, wish: activity.wishFor(series, target), columns }
    },
    activity,
  })
}

/** sonarr.md: one episode, or a series together with a season. */
function askedEpisodes(request: SimRequest, library: SonarrLibrary) {
  const owned = library.episode(Number(request.query.get('episodeId')))
  if (owned) return { series: owned.series, episodes: [owned.episode] }
  const series = library.records.get(Number(request.query.get('seriesId')))
  const season = request.query.get('seasonNumber')
  if (!series || season === null)
    throw new Refused(raised(400, 'BadRequest', 'episodeId or seriesId and seasonNumber must be provided'))
  return { series, episodes: series.episodes.filter(one => one.season_number === Number(season)) }
}

function assemble(parts: SeriesRouteParts): Sonarr {
  const { servarr, library, activity } = parts
  const seriesOf = finderOf(servarr, 'series', library.records)
  const fileOf = finderOf(servarr, 'file', library.files)
  return {
    ...presentManager(parts, activity),
    series: () => [...library.records.values()],
    oneSeries: library.byTvdb,
    episodes: (seriesId, season) =>
      seriesOf(seriesId).episodes.filter(one => season === undefined || one.season_number === season),
    files: () => [...library.files.values()],
    addSeries: (tvdbId, series = {}) => stockSeries(parts, tvdbId, series),
    startDownload(seriesId, episodeIds, wish = {}) {
      const { quality = 'WEBDL-1080p', ...plan } = wish
      const series = seriesOf(seriesId)
      const target = { parent_id: seriesId, child_ids: [...episodeIds] }
      return activity.downloads.start(target, {
        release: activity.releaseFor(series, target, quality),
        ...plan,
      })
    },
    importFile(episodeId, quality = 'WEBDL-1080p') {
      const owned = library.episode(episodeId)
      if (!owned) throw new Error(`${servarr.server.name} has no episode ${episodeId}`)
      const target = { parent_id: owned.series.id, child_ids: [episodeId] }
      activity.files.importFound(
        owned.series,
        owned.episode,
        activity.releaseFor(owned.series, target, quality),
      )
    },
    deleteFile: fileId => activity.files.remove(fileOf(fileId), 'Manual'),
    deleteSeries: seriesId => deleteRecord(parts, seriesOf(seriesId), true),
    missing: seriesId =>
      seriesOf(seriesId).episodes.filter(one => one.monitored && one.file_id === 0 && library.hasAired(one)),
    recordPast: (seriesId, until) => recordPast(parts, seriesOf(seriesId), until),
  }
}
