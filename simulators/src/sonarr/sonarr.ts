import { Refused, type SimRequest } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import { createCommands } from '../servarr/commands.ts'
import { routeCovers } from '../servarr/covers.ts'
import type { Download } from '../servarr/downloads.ts'
import { createHealth, type Health } from '../servarr/health.ts'
import type { HistoryRow } from '../servarr/history.ts'
import { createNotifications, type Notifications } from '../servarr/notifications.ts'
import { createProfiles, type Profiles } from '../servarr/profiles.ts'
import { routeQueue } from '../servarr/queue-routes.ts'
import { routeReleases } from '../servarr/releases.ts'
import { createRootFolders, type RootFolders } from '../servarr/root-folders.ts'
import { raised } from '../servarr/servarr-answers.ts'
import { createServarr, type ServarrOptions } from '../servarr/servarr.ts'
import { createTags, type Tags } from '../servarr/tags.ts'
import { createSonarrActivity } from './sonarr-activity.ts'
import { commandRunners } from './sonarr-commands.ts'
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

export interface EpisodeDownloadWish {
  quality?: string
  progress?: number
  duration_ms?: number
  paused?: boolean
}

export interface Sonarr {
  readonly name: string
  readonly url: string
  readonly api_key: string
  readonly journal: Journal
  readonly faults: Faults
  /** Every route it answers, as patterns. */
  readonly routes: () => string[]
  readonly tags: Tags
  readonly rootFolders: RootFolders
  readonly profiles: Profiles
  readonly notifications: Notifications
  readonly health: Health
  readonly history: () => readonly HistoryRow[]
  readonly downloads: () => Download[]
  readonly progress: (download: Download) => number
  series: () => LibrarySeries[]
  /** By TVDB id; undefined when the library lacks it. */
  oneSeries: (tvdbId: number) => LibrarySeries | undefined
  /** The episodes of a season, or of all seasons; empty before the first refresh. */
  episodes: (seriesId: number, seasonNumber?: number) => LibraryEpisode[]
  files: () => EpisodeFile[]
  /** Straight into the library, as if long there: episodes known, no event. */
  addSeries: (tvdbId: number, series?: NewLibrarySeries) => LibrarySeries
  /** One download holding all given episodes: several make a pack. */
  startDownload: (seriesId: number, episodeIds: readonly number[], wish?: EpisodeDownloadWish) => Download
  finishDownload: (downloadId: string) => void
  /** Completes it, but the import waits for a person. */
  stickDownload: (downloadId: string, ...messages: string[]) => void
  failDownload: (downloadId: string, message?: string) => void
  /** A file found by a disk scan: no download, no event. */
  importFile: (episodeId: number, quality?: string) => void
  deleteFile: (fileId: number) => void
  deleteSeries: (seriesId: number) => void
  /** Monitored episodes that have aired and have no file. */
  missing: (seriesId: number) => LibraryEpisode[]
  /** Writes the grabs and imports that put recent stocked files there. */
  recordPast: (seriesId: number) => void
  /** Whether searches find and grab by themselves. */
  stockIndexers: (stocked: boolean) => void
  /** Whether lookups and adds fail because the metadata server is away. */
  loseMetadata: (lost: boolean) => void
  /** Brings the state up to the present. */
  settle: () => void
  /** Resolves when no webhook is on its way. */
  idle: () => Promise<void>
  close: () => Promise<void>
  assertClean: () => void
}

/** Sonarr 4, API v3, as sonarr.md and servarr-common.md describe it. */
export async function startSonarr(options: ServarrOptions): Promise<Sonarr> {
  const servarr = createServarr('Sonarr', options)
  const library = createSonarrLibrary(servarr)
  const tags = createTags(servarr)
  const rootFolders = createRootFolders(servarr, options.root_folders ?? ['/tv'])
  const inUse = (id: number) => library.records.values().some(record => record.quality_profile_id === id)
  const profiles = createProfiles(servarr, inUse)
  const notifications = createNotifications(servarr, { flags: SONARR_FLAGS, testPayload: sonarrTestPayload })
  const health = createHealth(servarr, notifications)
  const activity = createSonarrActivity({ servarr, library, notifications, tags })
  const commands = createCommands(servarr, commandRunners(library, activity))
  const parts: SeriesRouteParts = {
    servarr,
    library,
    profiles,
    rootFolders,
    activity,
    notifications,
    tags,
    commands,
  }
  routeSeries(parts)
  routeEpisodes(parts)
  routeActivity(parts)
  routeCovers(servarr, id => {
    const record = library.records.get(id)
    return record && library.metadata(record)
  })
  await servarr.server.listen()
  return assemble(parts, health)
}

function routeActivity({ servarr, library, activity }: SeriesRouteParts): void {
  const { downloads } = activity
  routeQueue(servarr, {
    parent: 'series',
    downloads,
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
    removed(download, how) {
      if (how.blocklist)
        activity.fail(download, { message: 'Manually marked as failed', research: !how.skipRedownload })
      if (how.ignored) activity.history.write('downloadIgnored', download.target, download)
    },
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
    grab: (target, release) => void downloads.start(target, { release }),
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

function assemble(parts: SeriesRouteParts, health: Health): Sonarr {
  const { servarr, library, activity, notifications } = parts
  const { server } = servarr
  const seriesOf = (id: number) => {
    const record = library.records.get(id)
    if (!record) throw new Error(`${server.name} has no series ${id}`)
    return record
  }

  return {
    name: server.name,
    url: `${server.url}${servarr.url_base}`,
    api_key: servarr.api_key,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    tags: parts.tags,
    rootFolders: parts.rootFolders,
    profiles: parts.profiles,
    notifications,
    health,
    history: () => activity.history.rows,
    downloads: activity.downloads.all,
    progress: activity.downloads.progress,
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
    finishDownload: activity.downloads.finish,
    stickDownload: (downloadId, ...messages) => activity.downloads.stick(downloadId, messages),
    failDownload(downloadId, message = 'Download failed: missing articles') {
      const download = activity.downloads.remove(downloadId)
      if (!download) throw new Error(`no download ${downloadId}`)
      activity.fail(download, { message, research: true })
    },
    importFile(episodeId, quality = 'WEBDL-1080p') {
      const owned = library.episode(episodeId)
      if (!owned) throw new Error(`${server.name} has no episode ${episodeId}`)
      const target = { parent_id: owned.series.id, child_ids: [episodeId] }
      activity.files.importFound(
        owned.series,
        owned.episode,
        activity.releaseFor(owned.series, target, quality),
      )
    },
    deleteFile(fileId) {
      const file = library.files.get(fileId)
      if (!file) throw new Error(`${server.name} has no file ${fileId}`)
      activity.files.remove(file, 'Manual')
    },
    deleteSeries: seriesId => deleteRecord(parts, seriesOf(seriesId), true),
    missing: seriesId =>
      seriesOf(seriesId).episodes.filter(one => one.monitored && one.file_id === 0 && library.hasAired(one)),
    recordPast: seriesId => recordPast(parts, seriesOf(seriesId)),
    stockIndexers(stocked) {
      servarr.switches.indexers_stocked = stocked
    },
    loseMetadata(lost) {
      servarr.switches.metadata_down = lost
    },
    settle: servarr.timeline.settle,
    idle: notifications.webhooks.idle,
    close: server.close,
    assertClean: server.assertClean,
  }
}
