import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { asRecord, flagIn, type JsonRecord, numberIn, numbersIn, textIn } from '../kit/json.ts'
import { flagOf } from '../servarr/paging.ts'
import { routeRecords } from '../servarr/record-routes.ts'
import { failed, readBody, unbindable } from '../servarr/servarr-answers.ts'
import { addArtist, type AddParts } from './lidarr-add.ts'
import { hookAlbum } from './lidarr-hooks.ts'
import type { LibraryAlbum, LibraryArtist } from './lidarr-library.ts'
import { albumLookup, albumResource, artistLookup, artistResource } from './lidarr-resources.ts'
import type { CatalogueAlbum, CatalogueArtist } from './music-catalogue.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function routeArtists(parts: AddParts): void {
  const { servarr, library } = parts
  const { server, api } = servarr
  const resource = (artist: LibraryArtist) => artistResource(parts, artist)
  routeRecords(servarr, {
    kind: 'artist',
    records: library.artists,
    resource,
    keeps(request) {
      const mbId = request.query.get('mbId')
      if (mbId !== null && !UUID.test(mbId)) throw new Refused(unbindable(request))
      return artist => mbId === null || artist.mb_id === mbId
    },
    change: (artist, request) => applyChange(artist, readBody(request)),
    remove: (artist, request) => deleteArtist(parts, artist, flagOf(request, 'deleteFiles')),
  })
  server.route(`POST ${api}/artist`, request => json(resource(addArtist(parts, asRecord(request.body))), 201))
  server.route(`PUT ${api}/artist/editor`, request => {
    const body = asRecord(request.body)
    const chosen = numbersIn(body, 'artistIds').flatMap(id => library.artists.get(id) ?? [])
    for (const artist of chosen) applyChange(artist, body)
    return json(chosen.map(resource), 202)
  })
}

function applyChange(artist: LibraryArtist, body: JsonRecord): void {
  artist.monitored = flagIn(body, 'monitored') ?? artist.monitored
  artist.monitor_new_items = textIn(body, 'monitorNewItems') ?? artist.monitor_new_items
  artist.quality_profile_id = numberIn(body, 'qualityProfileId') ?? artist.quality_profile_id
  artist.metadata_profile_id = numberIn(body, 'metadataProfileId') ?? artist.metadata_profile_id
  artist.path = textIn(body, 'path') ?? artist.path
  if ('tags' in body) artist.tags = numbersIn(body, 'tags')
}

/** All its albums go with it, and one event tells. */
export function deleteArtist(parts: AddParts, artist: LibraryArtist, deletedFiles: boolean): void {
  const { library, activity } = parts
  activity.tell(artist, ['onArtistDelete'], 'ArtistDelete', { deletedFiles })
  for (const album of library.albumsOf(artist.id)) dropAlbum(parts, album)
  library.artists.delete(artist.id)
  activity.history.forget(artist.id)
}

export function deleteAlbum(parts: AddParts, album: LibraryAlbum, deletedFiles: boolean): void {
  const { library, activity } = parts
  const payload = { album: hookAlbum(parts, album), deletedFiles }
  activity.tell(library.artistOf(album), ['onAlbumDelete'], 'AlbumDelete', payload)
  dropAlbum(parts, album)
}

function dropAlbum({ library, activity }: AddParts, album: LibraryAlbum): void {
  for (const file of library.filesOf(album)) library.files.delete(file.id)
  activity.downloads.drop(target => target.child_ids.includes(album.id))
  library.albums.delete(album.id)
}

/** lidarr.md: `lidarr:`, `lidarrid:` and `mbid:` name a record exactly; a malformed id finds nothing. */
export function routeLookups(parts: AddParts): void {
  const { servarr, library } = parts
  const { server, api, switches } = servarr
  const ask = (request: SimRequest) => {
    const term = request.query.get('term')?.trim() ?? ''
    if (switches.metadata_down) {
      const message = `Search for '${term}' failed. Unable to communicate with LidarrAPI.`
      throw new Refused(failed(503, message))
    }
    const [, id] = /^(?:lidarr|lidarrid|mbid):(.*)$/.exec(term) ?? []
    return { id: id?.trim(), words: term.toLowerCase() }
  }
  const nameOf = (album: CatalogueAlbum) => library.catalogue.artist(album.artist_id)?.name ?? ''
  const artists = ({ id, words }: { id: string | undefined; words: string }) =>
    library.catalogue.artists.filter(artist =>
      id === undefined ? artist.name.toLowerCase().includes(words) : artist.id === id,
    )
  const albums = ({ id, words }: { id: string | undefined; words: string }) =>
    library.catalogue.albums.filter(album =>
      id === undefined ? `${nameOf(album)} ${album.title}`.toLowerCase().includes(words) : album.id === id,
    )
  const shownArtist = (metadata: CatalogueArtist) => {
    const record = library.artistByMb(metadata.id)
    return record ? artistResource(parts, record) : artistLookup(parts, metadata)
  }
  const shownAlbum = (metadata: CatalogueAlbum) => {
    const artist = library.catalogue.artist(metadata.artist_id)
    const nested = artist ? shownArtist(artist) : {}
    const record = library.albumByMb(metadata.id)
    return record ? albumResource(parts, record, nested) : albumLookup(parts, metadata, nested)
  }
  server.route(`GET ${api}/artist/lookup`, request => json(artists(ask(request)).map(shownArtist)))
  server.route(`GET ${api}/album/lookup`, request => json(albums(ask(request)).map(shownAlbum)))
  server.route(`GET ${api}/search`, request => {
    const asked = ask(request)
    const hits = [
      ...artists(asked).map(artist => ({ foreignId: artist.id, artist: shownArtist(artist) })),
      ...albums(asked).map(album => ({ foreignId: album.id, album: shownAlbum(album) })),
    ]
    return json(hits.map((hit, i) => ({ id: i + 1, ...hit })))
  })
}
