import { Refused, type SimRequest } from '../kit/answer.ts'
import { asRecord, flagIn, numberIn, numbersIn, textIn } from '../kit/json.ts'
import { profileFailures, rootFailures } from '../servarr/add-failures.ts'
import type { Profiles } from '../servarr/profiles.ts'
import type { RootFolders } from '../servarr/root-folders.ts'
import { type Failure, failed, invalid } from '../servarr/servarr-answers.ts'
import type { Servarr } from '../servarr/servarr.ts'
import { type LibraryMovie, moviePath, type RadarrLibrary } from './radarr-library.ts'

export interface AddParts {
  servarr: Servarr
  library: RadarrLibrary
  profiles: Profiles
  rootFolders: RootFolders
}

/** radarr.md, "Add a movie": which bodies are refused, and how. */
export function readNewMovie(
  request: SimRequest,
  { servarr, library, profiles, rootFolders }: AddParts,
): LibraryMovie {
  const body = asRecord(request.body)
  const tmdbId = numberIn(body, 'tmdbId') ?? 0
  const profileId = numberIn(body, 'qualityProfileId') ?? 0
  const root = textIn(body, 'rootFolderPath')
  const failures: Failure[] = []
  if (library.byTmdb(tmdbId)) {
    failures.push({
      property: 'TmdbId',
      message: 'This movie has already been added',
      value: tmdbId,
      code: 'MovieExistsValidator',
    })
  }
  failures.push(...profileFailures(profiles, profileId))
  if (!textIn(body, 'path')) failures.push(...rootFailures(rootFolders, root ?? ''))
  if (failures.length > 0) throw new Refused(invalid(...failures))
  if (servarr.switches.metadata_down) {
    throw new Refused(failed(503, `Search for '${tmdbId}' failed. Unable to communicate with RadarrAPI.`))
  }
  const movie = servarr.catalogue.movie(tmdbId)
  if (!movie) {
    const message = 'A movie with this ID was not found. The movie may have been removed from TMDb.'
    throw new Refused(invalid({ property: 'TmdbId', message, value: tmdbId, code: '' }))
  }
  const path = textIn(body, 'path') ?? moviePath(root ?? '', movie)
  const owner = library.records.values().find(record => record.path === path)
  if (owner) {
    const message = `Path '${path}' is already configured for an existing movie`
    throw new Refused(invalid({ property: 'Path', message, value: path, code: 'MoviePathValidator' }))
  }
  const options = asRecord(body['addOptions'])
  return {
    id: servarr.nextId('movie'),
    tmdb_id: tmdbId,
    title: movie.title,
    monitored: flagIn(body, 'monitored') ?? true,
    quality_profile_id: profileId,
    minimum_availability: textIn(body, 'minimumAvailability') ?? 'released',
    root_folder_path: root ?? path.slice(0, path.lastIndexOf('/')),
    path,
    tags: numbersIn(body, 'tags'),
    added: servarr.timeline.now(),
    add_options: {
      searchForMovie: flagIn(options, 'searchForMovie') ?? false,
      monitor: textIn(options, 'monitor') ?? 'movieOnly',
      addMethod: textIn(options, 'addMethod') ?? 'manual',
    },
    file: null,
    last_search: null,
  }
}
