import { Refused, type SimRequest } from '../kit/answer.ts'
import { type JsonRecord, numbersIn } from '../kit/json.ts'
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
import { createServarr, type Servarr, type ServarrOptions } from '../servarr/servarr.ts'
import { createRadarrActivity, preferredQuality, type RadarrActivity } from './radarr-activity.ts'
import { RADARR_FLAGS, radarrTestPayload } from './radarr-hooks.ts'
import { createRadarrLibrary, isAvailable, type LibraryMovie, type RadarrLibrary } from './radarr-library.ts'
import { routeMovieLists } from './radarr-list-routes.ts'
import { deleteRecord, type MovieRouteParts, routeMovies } from './radarr-movie-routes.ts'
import { movieResource } from './radarr-resources.ts'
import { type NewLibraryMovie, recordPast, stockMovie } from './radarr-stock.ts'

export interface Radarr extends LibraryManager {
  movies: () => LibraryMovie[]
  /** By TMDB id; undefined when the library lacks it. */
  movie: (tmdbId: number) => LibraryMovie | undefined
  /** Adds it to the library as if it had long been there: no refresh, no event. */
  addMovie: (tmdbId: number, movie?: NewLibraryMovie) => LibraryMovie
  startDownload: (movieId: number, wish?: DownloadWish) => Download
  /** A file found by a disk scan: no download, no event. */
  importFile: (movieId: number, quality?: string) => void
  deleteFile: (movieId: number) => void
  deleteMovie: (movieId: number) => void
  /** Whether Radarr would search for it yet. */
  isAvailable: (movieId: number) => boolean
  /** Writes the grab and import that put a stocked file there. */
  recordPast: (movieId: number) => void
}

/** Radarr, API v3, as radarr.md and servarr-common.md describe it. */
export async function startRadarr(options: ServarrOptions): Promise<Radarr> {
  const servarr = createServarr('Radarr', options)
  const library = createRadarrLibrary(servarr)
  const manager = createManagerParts(servarr, {
    root_folders: options.root_folders ?? ['/movies'],
    isProfileUsed: id => library.records.values().some(record => record.quality_profile_id === id),
    notifications: { flags: RADARR_FLAGS, testPayload: radarrTestPayload },
  })
  const activity = createRadarrActivity({ ...manager, library })
  const searches = {
    MoviesSearch: (body: JsonRecord) => activity.search(numbersIn(body, 'movieIds')),
    MissingMoviesSearch: () => activity.search(wanted(library)),
    ManualImport: activity.manualImport.run,
  }
  const commands = createCommands(servarr, searches, IDLE_COMMANDS)
  const parts: MovieRouteParts = { ...manager, library, activity, commands }
  routeMovies(parts)
  routeMovieLists(parts)
  routeActivity(servarr, library, activity)
  routeCovers(servarr, id => {
    const record = library.records.get(id)
    return record && library.metadata(record)
  })
  await servarr.server.listen()
  return assemble(parts)
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
]

function wanted(library: RadarrLibrary): number[] {
  return [...library.records.values()]
    .filter(record => record.monitored && !record.file)
    .map(record => record.id)
}

function routeActivity(servarr: Servarr, library: RadarrLibrary, activity: RadarrActivity): void {
  routeQueue(servarr, {
    parent: 'movie',
    activity,
    columns(download, wants) {
      const record = library.records.get(download.target.parent_id)
      const movie =
        wants.parent && record ? { movie: movieResource(servarr, record, library.metadata(record)) } : {}
      return [{ movieId: download.target.parent_id, ...movie }]
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
    activity,
  })
}

function assemble(parts: MovieRouteParts): Radarr {
  const { servarr, library, activity } = parts
  const recordOf = finderOf(servarr, 'movie', library.records)
  return {
    ...presentManager(parts, activity),
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
  }
}
