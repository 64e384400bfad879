import { Refused, type SimRequest } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import { numbersIn } from '../kit/json.ts'
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
import { createServarr, type Servarr, type ServarrOptions } from '../servarr/servarr.ts'
import { createTags, type Tags } from '../servarr/tags.ts'
import { createRadarrActivity, preferredQuality, type RadarrActivity } from './radarr-activity.ts'
import { RADARR_FLAGS, radarrTestPayload } from './radarr-hooks.ts'
import { createRadarrLibrary, isAvailable, type LibraryMovie, type RadarrLibrary } from './radarr-library.ts'
import { routeMovieLists } from './radarr-list-routes.ts'
import { deleteRecord, type MovieRouteParts, routeMovies } from './radarr-movie-routes.ts'
import { movieResource } from './radarr-resources.ts'
import { type NewLibraryMovie, recordPast, stockMovie } from './radarr-stock.ts'

export interface DownloadWish {
  quality?: string
  progress?: number
  duration_ms?: number
  paused?: boolean
}

export interface Radarr {
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
  movies: () => LibraryMovie[]
  /** By TMDB id; undefined when the library lacks it. */
  movie: (tmdbId: number) => LibraryMovie | undefined
  /** Straight into the library, as if long there: no refresh, no event. */
  addMovie: (tmdbId: number, movie?: NewLibraryMovie) => LibraryMovie
  startDownload: (movieId: number, wish?: DownloadWish) => Download
  finishDownload: (downloadId: string) => void
  /** Completes it, but the import waits for a person. */
  stickDownload: (downloadId: string, ...messages: string[]) => void
  failDownload: (downloadId: string, message?: string) => void
  /** A file found by a disk scan: no download, no event. */
  importFile: (movieId: number, quality?: string) => void
  deleteFile: (movieId: number) => void
  deleteMovie: (movieId: number) => void
  /** Whether Radarr would search for it yet. */
  isAvailable: (movieId: number) => boolean
  /** Writes the grab and import that put a stocked file there. */
  recordPast: (movieId: number) => void
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

/** Radarr, API v3, as radarr.md and servarr-common.md describe it. */
export async function startRadarr(options: ServarrOptions): Promise<Radarr> {
  const servarr = createServarr('Radarr', options)
  const library = createRadarrLibrary(servarr)
  const tags = createTags(servarr)
  const rootFolders = createRootFolders(servarr, options.root_folders ?? ['/movies'])
  const inUse = (id: number) => library.records.values().some(record => record.quality_profile_id === id)
  const profiles = createProfiles(servarr, inUse)
  const notifications = createNotifications(servarr, { flags: RADARR_FLAGS, testPayload: radarrTestPayload })
  const health = createHealth(servarr, notifications)
  const activity = createRadarrActivity({ servarr, library, notifications, tags })
  const commands = createCommands(servarr, {
    ...Object.fromEntries(IDLE_COMMANDS.map(name => [name, () => undefined])),
    MoviesSearch: body => activity.search(numbersIn(body, 'movieIds')),
    MissingMoviesSearch: () => activity.search(wanted(library)),
  })
  const parts: MovieRouteParts = {
    servarr,
    library,
    profiles,
    rootFolders,
    activity,
    notifications,
    tags,
    commands,
  }
  routeMovies(parts)
  routeMovieLists(parts)
  routeActivity(servarr, library, activity)
  routeCovers(servarr, id => {
    const record = library.records.get(id)
    return record && library.metadata(record)
  })
  await servarr.server.listen()
  return assemble(parts, health)
}

const IDLE_COMMANDS = [
  'RefreshMovie',
  'RescanMovie',
  'CutoffUnmetMoviesSearch',
  'RssSync',
  'RefreshMonitoredDownloads',
  'ProcessMonitoredDownloads',
  'DownloadedMoviesScan',
  'RenameMovie',
  'ManualImport',
]

function wanted(library: RadarrLibrary): number[] {
  return [...library.records.values()]
    .filter(record => record.monitored && !record.file)
    .map(record => record.id)
}

function routeActivity(servarr: Servarr, library: RadarrLibrary, activity: RadarrActivity): void {
  const { downloads } = activity
  routeQueue(servarr, {
    parent: 'movie',
    downloads,
    columns(download, wants) {
      const record = library.records.get(download.target.parent_id)
      const movie =
        wants.parent && record ? { movie: movieResource(servarr, record, library.metadata(record)) } : {}
      return [{ movieId: download.target.parent_id, ...movie }]
    },
    removed(download, how) {
      if (how.blocklist)
        activity.fail(download, { message: 'Manually marked as failed', research: !how.skipRedownload })
      if (how.ignored) activity.history.write('downloadIgnored', download.target, download)
    },
  })
  routeReleases(servarr, {
    search(request: SimRequest) {
      const record = library.records.get(Number(request.query.get('movieId')))
      if (!record) throw new Refused(raised(400, 'BadRequest', 'Movie search failed'))
      const columns = {
        mappedMovieId: record.id,
        movieRequested: true,
        tmdbId: record.tmdb_id,
        movieTitles: [record.title],
        edition: '',
      }
      return { target: { parent_id: record.id, child_ids: [] }, wish: activity.wishFor(record), columns }
    },
    grab: (target, release) => void downloads.start(target, { release }),
  })
}

function assemble(parts: MovieRouteParts, health: Health): Radarr {
  const { servarr, library, activity, notifications } = parts
  const { server } = servarr
  const recordOf = (id: number) => {
    const record = library.records.get(id)
    if (!record) throw new Error(`${server.name} has no movie ${id}`)
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
    movies: () => [...library.records.values()],
    movie: library.byTmdb,
    addMovie: (tmdbId, movie = {}) => stockMovie(parts, tmdbId, movie),
    startDownload(movieId, wish = {}) {
      const record = recordOf(movieId)
      const { quality = preferredQuality(record), ...plan } = wish
      return activity.downloads.start(
        { parent_id: movieId, child_ids: [] },
        { release: activity.releaseFor(record, quality), ...plan },
      )
    },
    finishDownload: activity.downloads.finish,
    stickDownload: (downloadId, ...messages) => activity.downloads.stick(downloadId, messages),
    failDownload(downloadId, message = 'Download failed: missing articles') {
      const download = activity.downloads.remove(downloadId)
      if (!download) throw new Error(`no download ${downloadId}`)
      activity.fail(download, { message, research: true })
    },
    importFile(movieId, quality = 'WEBDL-1080p') {
      const record = recordOf(movieId)
      activity.importFile(record, activity.releaseFor(record, quality), null)
    },
    deleteFile: movieId => activity.deleteFile(recordOf(movieId), 'Manual'),
    deleteMovie: movieId => deleteRecord(parts, recordOf(movieId), { files: true, exclude: false }),
    isAvailable(movieId) {
      const record = recordOf(movieId)
      return isAvailable(record, library.metadata(record), servarr.timeline.now())
    },
    recordPast: movieId => recordPast(parts, recordOf(movieId)),
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
