import type { Show } from '../catalogue/types.ts'
import { Refused, type SimRequest } from '../kit/answer.ts'
import { asList, asRecord, flagIn, type JsonRecord, numberIn, numbersIn, textIn } from '../kit/json.ts'
import { profileFailures, rootFailures } from '../servarr/add-failures.ts'
import { folderName } from '../servarr/naming.ts'
import type { Profiles } from '../servarr/profiles.ts'
import type { RootFolders } from '../servarr/root-folders.ts'
import { type Failure, failed, invalid } from '../servarr/servarr-answers.ts'
import type { Servarr } from '../servarr/servarr.ts'
import type { LibrarySeason, LibrarySeries, SonarrLibrary } from './sonarr-library.ts'

export interface AddParts {
  servarr: Servarr
  library: SonarrLibrary
  profiles: Profiles
  rootFolders: RootFolders
}

/** sonarr.md, "Add a series": which bodies are refused, and how. */
export function readNewSeries(request: SimRequest, parts: AddParts): LibrarySeries {
  const { servarr, library } = parts
  const body = asRecord(request.body)
  const failures = listFailures(body, parts)
  if (failures.length > 0) throw new Refused(invalid(...failures))
  const tvdbId = numberIn(body, 'tvdbId') ?? 0
  if (servarr.switches.metadata_down) {
    throw new Refused(failed(503, `Search for '${tvdbId}' failed. Unable to communicate with SkyHook.`))
  }
  const show = servarr.catalogue.showByTvdb(tvdbId)
  if (!show) {
    const message = 'A series with this ID was not found. The series may have been removed from TheTVDB.'
    throw new Refused(invalid({ property: 'TvdbId', message, value: tvdbId, code: '' }))
  }
  const root = textIn(body, 'rootFolderPath')
  const path = textIn(body, 'path') ?? `${(root ?? '').replace(/\/$/, '')}/${folderName(show.name)}`
  if (library.records.values().some(record => record.path === path)) {
    const message = `Path '${path}' is already configured for an existing series`
    throw new Refused(invalid({ property: 'Path', message, value: path, code: 'SeriesPathValidator' }))
  }
  const options = asRecord(body['addOptions'])
  return {
    id: servarr.nextId('series'),
    tvdb_id: tvdbId,
    title: show.name,
    // sonarr.md: no friendly defaults, an omitted boolean is false.
    monitored: flagIn(body, 'monitored') ?? false,
    season_folder: flagIn(body, 'seasonFolder') ?? false,
    series_type: textIn(body, 'seriesType') ?? 'standard',
    monitor_new_items: textIn(body, 'monitorNewItems') ?? 'all',
    quality_profile_id: numberIn(body, 'qualityProfileId') ?? 0,
    root_folder_path: root ?? path.slice(0, path.lastIndexOf('/')),
    path,
    tags: numbersIn(body, 'tags'),
    added: servarr.timeline.now(),
    add_options: {
      monitor: textIn(options, 'monitor') ?? 'unknown',
      searchForMissingEpisodes: flagIn(options, 'searchForMissingEpisodes') ?? false,
      searchForCutoffUnmetEpisodes: flagIn(options, 'searchForCutoffUnmetEpisodes') ?? false,
      ignoreEpisodesWithFiles: flagIn(options, 'ignoreEpisodesWithFiles') ?? false,
      ignoreEpisodesWithoutFiles: flagIn(options, 'ignoreEpisodesWithoutFiles') ?? false,
    },
    seasons: readSeasons(body, show),
    episodes: [],
  }
}

function listFailures(body: JsonRecord, { library, profiles, rootFolders }: AddParts): Failure[] {
  const tvdbId = numberIn(body, 'tvdbId') ?? 0
  const profileId = numberIn(body, 'qualityProfileId') ?? 0
  const root = textIn(body, 'rootFolderPath') ?? ''
  const failures: Failure[] = []
  if (tvdbId <= 0) {
    failures.push({
      property: 'TvdbId',
      message: "'Tvdb Id' must be greater than '0'.",
      value: tvdbId,
      code: 'GreaterThanValidator',
    })
  }
  if (library.byTvdb(tvdbId)) {
    failures.push({
      property: 'TvdbId',
      message: 'This series has already been added',
      value: tvdbId,
      code: 'SeriesExistsValidator',
    })
  }
  if (!textIn(body, 'title')) {
    failures.push({
      property: 'Title',
      message: "'Title' must not be empty.",
      value: '',
      code: 'NotEmptyValidator',
    })
  }
  failures.push(...profileFailures(profiles, profileId))
  if (!textIn(body, 'path')) failures.push(...rootFailures(rootFolders, root))
  return failures
}

/** Sent seasons are taken as they are; without any, the metadata's seasons, specials off. */
function readSeasons(body: JsonRecord, show: Show): LibrarySeason[] {
  const sent = asList(body['seasons']).map(asRecord)
  if (sent.length > 0) {
    return sent.map(season => ({
      season_number: numberIn(season, 'seasonNumber') ?? 0,
      monitored: flagIn(season, 'monitored') ?? false,
    }))
  }
  return show.seasons.map(season => ({
    season_number: season.season_number,
    monitored: season.season_number > 0,
  }))
}
