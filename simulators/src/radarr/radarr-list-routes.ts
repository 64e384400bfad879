import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { asRecord, numbersIn } from '../kit/json.ts'
import { calendarWindow, envelope, flagOf, numbersOf } from '../servarr/paging.ts'
import { found, raised, readRecordId } from '../servarr/servarr-answers.ts'
import type { MovieRouteParts } from './radarr-movie-routes.ts'
import { datesOf, type LibraryMovie } from './radarr-library.ts'
import { fileResource, movieResource } from './radarr-resources.ts'

/** Files, calendar, wanted, exclusions and collections. */
export function routeMovieLists(parts: MovieRouteParts): void {
  routeFiles(parts)
  routeCalendar(parts)
  routeWanted(parts)
  const { server } = parts.servarr
  const { library } = parts
  server.route('GET /api/v3/exclusions', () =>
    json(
      library.exclusions.map(one => ({
        id: one.id,
        tmdbId: one.tmdb_id,
        movieTitle: one.title,
        movieYear: one.year,
      })),
    ),
  )
  server.route('DELETE /api/v3/exclusions/:id', request => {
    const id = readRecordId(request)
    library.exclusions = library.exclusions.filter(one => one.id !== id)
    return json({})
  })
}

function routeFiles({ servarr, library, activity }: MovieRouteParts): void {
  const { server } = servarr
  const holders = () => [...library.records.values()].filter(record => record.file)
  const show = (record: LibraryMovie) =>
    record.file ? [fileResource(record, record.file, library.metadata(record))] : []
  const findHolder = (request: SimRequest) => {
    const id = readRecordId(request)
    return found(
      request,
      holders().find(record => record.file?.id === id),
    )
  }

  server.route('GET /api/v3/moviefile', request => {
    const movies = numbersOf(request, 'movieId')
    const files = numbersOf(request, 'movieFileIds')
    if (movies.length === 0 && files.length === 0) {
      throw new Refused(raised(400, 'BadRequest', 'movieId or movieFileIds must be provided'))
    }
    return json(
      holders()
        .filter(one => movies.includes(one.id) || files.includes(one.file?.id ?? -1))
        .flatMap(show),
    )
  })
  server.route('GET /api/v3/moviefile/:id', request => json(show(findHolder(request))[0]))
  server.route('DELETE /api/v3/moviefile/:id', request => {
    activity.deleteFile(findHolder(request), 'Manual')
    return json({})
  })
  server.route('DELETE /api/v3/moviefile/bulk', request => {
    const ids = numbersIn(asRecord(request.body), 'movieFileIds')
    for (const record of holders())
      if (ids.includes(record.file?.id ?? -1)) activity.deleteFile(record, 'Manual')
    return json({})
  })
}

function routeCalendar({ servarr, library }: MovieRouteParts): void {
  const { server, timeline } = servarr
  server.route('GET /api/v3/calendar', request => {
    const { start, end } = calendarWindow(request, timeline.now())
    const unmonitored = flagOf(request, 'unmonitored')
    const due = [...library.records.values()].filter(record => {
      const { in_cinemas, digital, physical } = datesOf(library.metadata(record))
      const within = [in_cinemas, digital, physical].some(
        date => date !== null && Date.parse(date) >= start && Date.parse(date) <= end,
      )
      return within && (record.monitored || unmonitored)
    })
    return json(due.map(record => movieResource(servarr, record, library.metadata(record))))
  })
}

function routeWanted({ servarr, library, profiles }: MovieRouteParts): void {
  const { server } = servarr
  const page = (request: SimRequest, records: LibraryMovie[]) => {
    const monitored = flagOf(request, 'monitored', true)
    const rows = records
      .filter(record => record.monitored === monitored)
      .map(record => movieResource(servarr, record, library.metadata(record)))
    return json(envelope(request, rows, { key: 'title', direction: 'ascending' }))
  }
  server.route('GET /api/v3/wanted/missing', request =>
    page(
      request,
      [...library.records.values()].filter(record => !record.file),
    ),
  )
  server.route('GET /api/v3/wanted/cutoff', request => {
    const unmet = [...library.records.values()].filter(record => {
      const { file, quality_profile_id } = record
      return file && profiles.isBelowCutoff(quality_profile_id, file.release.quality.quality)
    })
    return page(request, unmet)
  })
}
