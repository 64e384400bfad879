import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { asRecord, flagIn, numbersIn } from '../kit/json.ts'
import { calendarWindow, envelope, flagOf, numbersOf } from '../servarr/paging.ts'
import { routeLibraryFiles } from '../servarr/record-routes.ts'
import { found, raised, readRecordId } from '../servarr/servarr-answers.ts'
import type { EpisodeFile, LibraryEpisode, LibrarySeries } from './sonarr-library.ts'
import { episodeResource, fileResource } from './sonarr-resources.ts'
import type { SeriesRouteParts } from './sonarr-series-routes.ts'

interface Owned {
  series: LibrarySeries
  episode: LibraryEpisode
}

/** Episodes, files, calendar and wanted. */
export function routeEpisodes(parts: SeriesRouteParts): void {
  const { servarr, library } = parts
  const { server } = servarr
  const everything = () =>
    [...library.records.values()].flatMap(series =>
      series.episodes.map((episode): Owned => ({ series, episode })),
    )
  const show = (request: SimRequest) => (owned: Owned) =>
    episodeResource(parts, owned, {
      series: flagOf(request, 'includeSeries'),
      file: flagOf(request, 'includeEpisodeFile'),
    })

  server.route('GET /api/v3/episode', request => {
    const series = request.query.get('seriesId')
    const season = request.query.get('seasonNumber')
    const ids = numbersOf(request, 'episodeIds')
    const file = request.query.get('episodeFileId')
    if (series === null && ids.length === 0 && file === null) {
      throw new Refused(raised(400, 'BadRequest', 'seriesId or episodeIds must be provided'))
    }
    const kept = everything().filter(
      owned =>
        (series === null || owned.series.id === Number(series)) &&
        (season === null || owned.episode.season_number === Number(season)) &&
        (ids.length === 0 || ids.includes(owned.episode.id)) &&
        (file === null || owned.episode.file_id === Number(file)),
    )
    return json(kept.map(show(request)))
  })
  server.route('GET /api/v3/episode/:id', request =>
    json(
      episodeResource(parts, found(request, library.episode(readRecordId(request))), {
        series: true,
        file: true,
      }),
    ),
  )
  server.route('PUT /api/v3/episode/monitor', request => {
    const body = asRecord(request.body)
    const owned = numbersIn(body, 'episodeIds').flatMap(id => library.episode(id) ?? [])
    for (const { episode } of owned) episode.monitored = flagIn(body, 'monitored') ?? false
    return json(
      owned.map(one => episodeResource(parts, one)),
      202,
    )
  })
  server.route('PUT /api/v3/episode/:id', request => {
    const owned = found(request, library.episode(readRecordId(request)))
    owned.episode.monitored = flagIn(asRecord(request.body), 'monitored') ?? owned.episode.monitored
    return json(episodeResource(parts, owned), 202)
  })

  server.route('GET /api/v3/calendar', request => {
    const { start, end } = calendarWindow(request, servarr.timeline.now())
    const unmonitored = flagOf(request, 'unmonitored')
    const due = everything().filter(
      ({ series, episode }) =>
        episode.air_utc !== null &&
        episode.air_utc >= start &&
        episode.air_utc <= end &&
        (unmonitored || (series.monitored && episode.monitored)),
    )
    return json(
      due.toSorted((a, b) => (a.episode.air_utc ?? 0) - (b.episode.air_utc ?? 0)).map(show(request)),
    )
  })

  function wanted(request: SimRequest, wants: (owned: Owned) => boolean) {
    const monitored = flagOf(request, 'monitored', true)
    const kept = everything().filter(
      owned => (owned.series.monitored && owned.episode.monitored) === monitored && wants(owned),
    )
    return json(envelope(request, kept.map(show(request)), { key: 'airDateUtc', direction: 'descending' }))
  }
  server.route('GET /api/v3/wanted/missing', request =>
    wanted(request, ({ episode }) => episode.file_id === 0 && library.hasAired(episode)),
  )
  server.route('GET /api/v3/wanted/cutoff', request =>
    wanted(request, ({ series, episode }) => {
      const file = library.files.get(episode.file_id)
      const { quality_profile_id } = series
      return (
        file !== undefined && parts.profiles.isBelowCutoff(quality_profile_id, file.release.quality.quality)
      )
    }),
  )
  routeFiles(parts)
}

function routeFiles({ servarr, library, activity }: SeriesRouteParts): void {
  const { server } = servarr
  const show = (file: EpisodeFile) => {
    const series = library.records.get(file.series_id)
    return series ? [fileResource(series, file, library.metadata(series).episode_run_time)] : []
  }
  server.route('GET /api/v3/episodefile', request => {
    const series = request.query.get('seriesId')
    const ids = numbersOf(request, 'episodeFileIds')
    if (series === null && ids.length === 0) {
      throw new Refused(raised(400, 'BadRequest', 'seriesId or episodeFileIds must be provided'))
    }
    const kept = [...library.files.values()].filter(
      file => file.series_id === Number(series) || ids.includes(file.id),
    )
    return json(kept.flatMap(show))
  })
  routeLibraryFiles(servarr, {
    kind: 'episodeFile',
    files: library.files,
    resource: file => show(file)[0],
    remove: file => activity.files.remove(file, 'Manual'),
  })
}
