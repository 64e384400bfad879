import { json, Refused } from '../kit/answer.ts'
import { asList, asRecord, flagIn, type JsonRecord, numberIn, numbersIn, textIn } from '../kit/json.ts'
import type { Commands } from '../servarr/commands.ts'
import type { ManagerParts } from '../servarr/library-manager.ts'
import { flagOf } from '../servarr/paging.ts'
import { routeEditor, routeRecords } from '../servarr/record-routes.ts'
import { failed } from '../servarr/servarr-answers.ts'
import type { SonarrActivity } from './sonarr-activity.ts'
import { readNewSeries } from './sonarr-add.ts'
import { type LibrarySeries, refreshEpisodes, type SonarrLibrary } from './sonarr-library.ts'
import { applyMonitor, switchSeason } from './sonarr-monitoring.ts'
import { foundResource, lookupResource, seriesResource } from './sonarr-resources.ts'

export interface SeriesRouteParts extends ManagerParts {
  library: SonarrLibrary
  activity: SonarrActivity
  commands: Commands
}

export function routeSeries(parts: SeriesRouteParts): void {
  const { servarr, library } = parts
  const { server } = servarr
  const resource = (record: LibrarySeries) => seriesResource(servarr, library, record)
  routeRecords(servarr, {
    kind: 'series',
    records: library.records,
    resource,
    keeps(request) {
      const tvdbId = request.query.get('tvdbId')
      return record => tvdbId === null || record.tvdb_id === Number(tvdbId)
    },
    change: (record, request) => applyChange(record, asRecord(request.body)),
    remove: (record, request) => deleteRecord(parts, record, flagOf(request, 'deleteFiles')),
  })
  server.route('POST /api/v3/series', request => {
    const record = readNewSeries(request, parts)
    addRecord(parts, record)
    return json(resource(record), 201, { location: `/api/v3/series/${record.id}` })
  })
  routeEditor(servarr, {
    kind: 'series',
    records: library.records,
    resource,
    change: applyChange,
    remove: (record, body) => deleteRecord(parts, record, flagIn(body, 'deleteFiles') ?? false),
  })
  routeSeasonPass(parts)
  routeLookup(parts)
}

/** sonarr.md: POST stores the series; episodes, monitoring, the event and the search come after the refresh. */
function addRecord({ servarr, library, activity, commands }: SeriesRouteParts, record: LibrarySeries): void {
  library.records.set(record.id, record)
  servarr.timeline.after(servarr.refresh_ms, () => {
    if (!library.records.has(record.id)) return
    refreshEpisodes(servarr, record, library.metadata(record))
    const options = record.add_options
    record.add_options = null
    if (options) applyMonitor(record, options, servarr.timeline.now())
    activity.tell(record, ['onSeriesAdd'], 'SeriesAdd', {})
    if (options?.searchForMissingEpisodes)
      commands.queue('MissingEpisodeSearch', { seriesId: record.id, monitored: true })
  })
}

export function deleteRecord(
  { library, activity }: SeriesRouteParts,
  record: LibrarySeries,
  files: boolean,
): void {
  library.records.delete(record.id)
  activity.history.forget(record.id)
  for (const file of library.files.values()) if (file.series_id === record.id) library.files.delete(file.id)
  activity.downloads.drop(target => target.parent_id === record.id)
  activity.tell(record, ['onSeriesDelete'], 'SeriesDelete', { deletedFiles: files })
}

function applyChange(record: LibrarySeries, body: JsonRecord): void {
  record.monitored = flagIn(body, 'monitored') ?? record.monitored
  record.season_folder = flagIn(body, 'seasonFolder') ?? record.season_folder
  record.quality_profile_id = numberIn(body, 'qualityProfileId') ?? record.quality_profile_id
  record.series_type = textIn(body, 'seriesType') ?? record.series_type
  record.monitor_new_items = textIn(body, 'monitorNewItems') ?? record.monitor_new_items
  record.path = textIn(body, 'path') ?? record.path
  if ('tags' in body) record.tags = numbersIn(body, 'tags')
  switchSeasons(record, body)
}

function switchSeasons(record: LibrarySeries, body: JsonRecord): void {
  for (const season of asList(body['seasons']).map(asRecord)) {
    const number = numberIn(season, 'seasonNumber')
    const monitored = flagIn(season, 'monitored')
    if (number !== undefined && monitored !== undefined) switchSeason(record, number, monitored)
  }
}

function routeSeasonPass({ servarr, library }: SeriesRouteParts): void {
  const { server, timeline } = servarr
  server.route('POST /api/v3/seasonpass', request => {
    const body = asRecord(request.body)
    const options = asRecord(body['monitoringOptions'])
    for (const item of asList(body['series']).map(asRecord)) {
      const record = library.records.get(numberIn(item, 'id') ?? 0)
      if (!record) continue
      record.monitored = flagIn(item, 'monitored') ?? record.monitored
      switchSeasons(record, item)
      const monitor = textIn(options, 'monitor')
      if (monitor) applyMonitor(record, { monitor }, timeline.now())
    }
    return json({}, 202)
  })
}

function routeLookup({ servarr, library }: SeriesRouteParts): void {
  const { server, catalogue, switches } = servarr
  server.route('GET /api/v3/series/lookup', request => {
    const term = (request.query.get('term') ?? '').trim()
    if (switches.metadata_down) {
      throw new Refused(failed(503, `Search for '${term}' failed. Unable to communicate with SkyHook.`))
    }
    const [, kind = '', id = ''] = /^(tvdb|tvdbid|tmdb|tmdbid|imdb|imdbid):(.+)$/.exec(term) ?? []
    const shows = catalogue.shows.filter(show => {
      if (show.tvdb_id === null) return false
      if (kind.startsWith('tvdb')) return show.tvdb_id === Number(id)
      if (kind.startsWith('tmdb')) return show.id === Number(id)
      if (kind.startsWith('imdb')) return show.imdb_id === id.trim()
      return show.name.toLowerCase().includes(term.toLowerCase())
    })
    return json(
      shows.slice(0, 20).map(show => {
        const record = library.byTvdb(show.tvdb_id ?? 0)
        return record ? foundResource(servarr, library, record) : lookupResource(servarr, show)
      }),
    )
  })
}
