import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { asRecord, flagIn, type JsonRecord, numbersIn } from '../kit/json.ts'
import { calendarWindow, envelope, flagOf, numbersOf } from '../servarr/paging.ts'
import { routeLibraryFiles } from '../servarr/record-routes.ts'
import { found, raised, readRecordId } from '../servarr/servarr-answers.ts'
import { addAlbum, type AddParts } from './lidarr-add.ts'
import { deleteAlbum } from './lidarr-artist-routes.ts'
import type { LibraryAlbum } from './lidarr-library.ts'
import { albumResource, artistResource, fileResource, trackResource } from './lidarr-resources.ts'

export function routeAlbums(parts: AddParts): void {
  const { servarr, library } = parts
  const { server, api } = servarr
  const whole = (album: LibraryAlbum) =>
    albumResource(parts, album, artistResource(parts, library.artistOf(album)))
  const find = (request: SimRequest) => found(request, library.albums.get(readRecordId(request)))

  server.route(`GET ${api}/album`, request =>
    json(chosen(parts, request).map(album => albumResource(parts, album))),
  )
  server.route(`GET ${api}/album/:id`, request => json(whole(find(request))))
  server.route(`POST ${api}/album`, request => json(whole(addAlbum(parts, asRecord(request.body))), 201))
  server.route(`PUT ${api}/album/:id`, request => {
    const album = find(request)
    const body = asRecord(request.body)
    album.monitored = flagIn(body, 'monitored') ?? album.monitored
    album.any_release_ok = flagIn(body, 'anyReleaseOk') ?? album.any_release_ok
    return json(whole(album), 202)
  })
  server.route(`PUT ${api}/album/monitor`, request => {
    const body = asRecord(request.body)
    const albums = numbersIn(body, 'albumIds').flatMap(id => library.albums.get(id) ?? [])
    for (const album of albums) album.monitored = flagIn(body, 'monitored') ?? album.monitored
    return json(
      albums.map(album => albumResource(parts, album)),
      202,
    )
  })
  server.route(`DELETE ${api}/album/:id`, request => {
    const album = find(request)
    if (flagOf(request, 'addImportListExclusion')) library.exclusions.add(album.mb_id)
    deleteAlbum(parts, album, flagOf(request, 'deleteFiles'))
    return json({})
  })
  routeTracks(parts)
  routeCalendar(parts)
}

function chosen({ library }: AddParts, request: SimRequest): LibraryAlbum[] {
  const artist = request.query.get('artistId')
  const ids = numbersOf(request, 'albumIds')
  const mbId = request.query.get('foreignAlbumId')
  const all = [...library.albums.values()]
  if (mbId !== null) {
    const hit = library.albumByMb(mbId)
    return flagOf(request, 'includeAllArtistAlbums') && hit
      ? library.albumsOf(hit.artist_id)
      : hit
        ? [hit]
        : []
  }
  return all.filter(
    album =>
      (artist === null || album.artist_id === Number(artist)) && (ids.length === 0 || ids.includes(album.id)),
  )
}

function routeTracks({ servarr, library, activity }: AddParts): void {
  const { server, api } = servarr
  server.route(`GET ${api}/track`, request => {
    const ids = numbersOf(request, 'trackIds')
    const asked = (name: string) => Number(request.query.get(name) ?? 0)
    const [artist, album, release] = ['artistId', 'albumId', 'albumReleaseId'].map(asked)
    if (!artist && !album && !release && ids.length === 0) {
      const message = 'artistId, albumId, albumReleaseId or trackIds must be provided'
      throw new Refused(raised(400, 'BadRequest', message))
    }
    const kept = [...library.albums.values()]
      .filter(
        one =>
          (!artist || one.artist_id === artist) &&
          (!album || one.id === album) &&
          (!release || one.releases.some(pressing => pressing.monitored && pressing.id === release)),
      )
      .flatMap(one => one.tracks.map(track => ({ one, track })))
    const shown = kept.filter(({ track }) => ids.length === 0 || ids.includes(track.id))
    return json(shown.map(({ one, track }) => trackResource(one, track)))
  })
  server.route(`GET ${api}/trackfile`, request => {
    const artist = request.query.get('artistId')
    const albums = numbersOf(request, 'albumId')
    const ids = numbersOf(request, 'trackFileIds')
    const unmapped = flagOf(request, 'unmapped')
    if (artist === null && albums.length === 0 && ids.length === 0 && !unmapped) {
      const message = 'artistId, albumId, trackFileIds or unmapped must be provided'
      throw new Refused(raised(400, 'BadRequest', message))
    }
    const kept = [...library.files.values()].filter(
      file =>
        !unmapped &&
        (artist === null || file.artist_id === Number(artist)) &&
        (albums.length === 0 || albums.includes(file.album_id)) &&
        (ids.length === 0 || ids.includes(file.id)),
    )
    return json(kept.map(fileResource))
  })
  routeLibraryFiles(servarr, {
    kind: 'trackFile',
    files: library.files,
    resource: fileResource,
    remove: file => activity.files.remove(file, 'Manual'),
  })
}

function routeCalendar(parts: AddParts): void {
  const { servarr, library, profiles } = parts
  const { server, api, timeline } = servarr
  const shown = (request: SimRequest, album: LibraryAlbum): JsonRecord => {
    const artist = flagOf(request, 'includeArtist')
      ? artistResource(parts, library.artistOf(album))
      : undefined
    return albumResource(parts, album, artist)
  }
  server.route(`GET ${api}/calendar`, request => {
    const { start, end } = calendarWindow(request, timeline.now())
    const due = [...library.albums.values()].filter(album => {
      const at = Date.parse(library.albumMetadata(album).release_date)
      const followed = album.monitored && library.artistOf(album).monitored
      return at >= start && at <= end && (followed || flagOf(request, 'unmonitored'))
    })
    return json(due.map(album => shown(request, album)))
  })
  const page = (request: SimRequest, albums: LibraryAlbum[]) => {
    const monitored = flagOf(request, 'monitored', true)
    const kept = albums.filter(
      album =>
        (album.monitored && library.artistOf(album).monitored) === monitored && library.isReleased(album),
    )
    const rows = kept.map(album => shown(request, album))
    return json(envelope(request, rows, { key: 'releaseDate', direction: 'descending' }))
  }
  const all = () => [...library.albums.values()]
  server.route(`GET ${api}/wanted/missing`, request =>
    page(
      request,
      all().filter(album => album.tracks.some(track => track.file_id === 0)),
    ),
  )
  server.route(`GET ${api}/wanted/cutoff`, request =>
    page(
      request,
      all().filter(album => {
        const profile = library.artistOf(album).quality_profile_id
        return library
          .filesOf(album)
          .some(file => profiles.isBelowCutoff(profile, file.release.quality.quality))
      }),
    ),
  )
}
