import { json, Refused } from '../kit/answer.ts'
import { flagIn, type JsonRecord, numberIn, numbersIn, textIn } from '../kit/json.ts'
import type { Commands } from '../servarr/commands.ts'
import type { ManagerParts } from '../servarr/library-manager.ts'
import { flagOf } from '../servarr/paging.ts'
import { routeEditor, routeRecords } from '../servarr/record-routes.ts'
import { failed, readBody } from '../servarr/servarr-answers.ts'
import type { RadarrActivity } from './radarr-activity.ts'
import { readNewMovie } from './radarr-add.ts'
import { hookMovie } from './radarr-hooks.ts'
import { type LibraryMovie, type RadarrLibrary, releaseYear } from './radarr-library.ts'
import { lookupResource, movieResource } from './radarr-resources.ts'

export interface MovieRouteParts extends ManagerParts {
  library: RadarrLibrary
  activity: RadarrActivity
  commands: Commands
}

export function routeMovies(parts: MovieRouteParts): void {
  const { servarr, library } = parts
  const { server } = servarr
  const resource = (record: LibraryMovie) => movieResource(servarr, record, library.metadata(record))
  routeRecords(servarr, {
    kind: 'movie',
    records: library.records,
    resource,
    keeps(request) {
      const tmdbId = request.query.get('tmdbId')
      return record => tmdbId === null || record.tmdb_id === Number(tmdbId)
    },
    change: (record, request) => applyChange(record, readBody(request)),
    remove: (record, request) =>
      deleteRecord(parts, record, {
        files: flagOf(request, 'deleteFiles'),
        exclude: flagOf(request, 'addImportExclusion'),
      }),
  })
  server.route('POST /api/v3/movie', request => {
    const record = readNewMovie(request, parts)
    addRecord(parts, record)
    return json(resource(record), 201, { location: `/api/v3/movie/${record.id}` })
  })
  routeEditor(servarr, {
    kind: 'movie',
    records: library.records,
    resource,
    change: applyChange,
    remove: (record, body) =>
      deleteRecord(parts, record, {
        files: flagIn(body, 'deleteFiles') ?? false,
        exclude: flagIn(body, 'addImportExclusion') ?? false,
      }),
  })
  routeLookup(parts, resource)
}

/** servarr-common.md, 10: the record exists at once; refresh, scan and search follow in the background. */
export function addRecord(
  { servarr, library, notifications, tags, commands }: MovieRouteParts,
  record: LibraryMovie,
): void {
  library.records.set(record.id, record)
  const movie = hookMovie(servarr, record, library.metadata(record), tags.labels(record.tags))
  // radarr.md, "Quirks": this fires at POST time, before refresh, scan and search.
  const addMethod = record.add_options?.addMethod ?? 'manual'
  notifications.tell(['onMovieAdded'], 'MovieAdded', { movie, addMethod }, record.tags)
  servarr.timeline.after(servarr.refresh_ms, () => {
    const wanted = record.add_options?.searchForMovie ?? false
    record.add_options = null
    if (wanted && library.records.has(record.id)) commands.queue('MoviesSearch', { movieIds: [record.id] })
  })
}

export function deleteRecord(
  parts: MovieRouteParts,
  record: LibraryMovie,
  how: { files: boolean; exclude: boolean },
): void {
  const { servarr, library, notifications, tags, activity } = parts
  const metadata = library.metadata(record)
  const movie = hookMovie(servarr, record, metadata, tags.labels(record.tags))
  library.records.delete(record.id)
  activity.history.forget(record.id)
  activity.downloads.drop(target => target.parent_id === record.id)
  if (how.exclude) {
    library.exclusions.push({
      id: servarr.nextId('exclusion'),
      tmdb_id: record.tmdb_id,
      title: metadata.title,
      year: releaseYear(metadata),
    })
  }
  const movieFolderSize = record.file?.size ?? 0
  notifications.tell(
    ['onMovieDelete'],
    'MovieDelete',
    { movie, deletedFiles: how.files, movieFolderSize },
    record.tags,
  )
}

function applyChange(record: LibraryMovie, body: JsonRecord): void {
  record.monitored = flagIn(body, 'monitored') ?? record.monitored
  record.quality_profile_id = numberIn(body, 'qualityProfileId') ?? record.quality_profile_id
  record.minimum_availability = textIn(body, 'minimumAvailability') ?? record.minimum_availability
  record.path = textIn(body, 'path') ?? record.path
  record.root_folder_path = textIn(body, 'rootFolderPath') ?? record.root_folder_path
  if ('tags' in body) record.tags = numbersIn(body, 'tags')
}

function routeLookup(
  { servarr, library }: MovieRouteParts,
  resource: (record: LibraryMovie) => JsonRecord,
): void {
  const { server, catalogue, switches } = servarr
  const overlay = (tmdbId: number): JsonRecord[] => {
    const record = library.byTmdb(tmdbId)
    if (record) return [resource(record)]
    const movie = catalogue.movie(tmdbId)
    if (!movie) return []
    const excluded = library.exclusions.some(one => one.tmdb_id === tmdbId)
    return [{ ...lookupResource(servarr, movie), ...(excluded && { isExcluded: true }) }]
  }
  const refuseWhenDown = (term: string) => {
    if (switches.metadata_down) {
      throw new Refused(failed(503, `Search for '${term}' failed. Unable to communicate with RadarrAPI.`))
    }
  }

  server.route('GET /api/v3/movie/lookup', request => {
    const term = request.query.get('term') ?? ''
    refuseWhenDown(term)
    const [, kind = '', id = ''] = /^(tmdb|tmdbid|imdb|imdbid):(.+)$/.exec(term.trim()) ?? []
    if (kind.startsWith('tmdb')) return json(overlay(Number(id)))
    const movies = catalogue.movies.filter(movie =>
      kind.startsWith('imdb')
        ? movie.imdb_id === id.trim()
        : movie.title.toLowerCase().includes(term.trim().toLowerCase()),
    )
    return json(movies.slice(0, 20).flatMap(movie => overlay(movie.id)))
  })
  server.route('GET /api/v3/movie/lookup/tmdb', request => {
    const tmdbId = Number(request.query.get('tmdbId'))
    refuseWhenDown(String(tmdbId))
    const [hit] = overlay(tmdbId)
    // radarr.md: an unknown id raises a plain exception here, unlike `term=tmdb:`.
    return hit ? json(hit) : failed(500, `Movie with TmdbId ${tmdbId} was not found`)
  })
}
