import { artBytes } from '../catalogue/art/art.ts'
import { empty, image, type SimRequest } from '../kit/answer.ts'
import type { JsonRecord } from '../kit/json.ts'
import type { Servarr } from '../servarr/servarr.ts'
import type { LidarrLibrary } from './lidarr-library.ts'

/** One picture each: a portrait for an artist, a sleeve for an album. */
export function artistImages(servarr: Servarr, id: number | undefined, path: string): JsonRecord[] {
  return images(servarr, { kind: 'poster', folder: id === undefined ? undefined : `MediaCover/${id}`, path })
}

export function albumImages(servarr: Servarr, id: number | undefined, path: string): JsonRecord[] {
  const folder = id === undefined ? undefined : `MediaCover/Albums/${id}`
  return images(servarr, { kind: 'cover', folder, path })
}

function images(
  servarr: Servarr,
  { kind, folder, path }: { kind: string; folder: string | undefined; path: string },
): JsonRecord[] {
  const remoteUrl = `${servarr.imageBase()}${path}`
  const url = folder === undefined ? remoteUrl : `${servarr.url_base}/${folder}/${kind}.jpg?lastWrite=1`
  return [{ url, coverType: kind, extension: '.jpg', remoteUrl }]
}

export function routeCovers({ server, api }: Servarr, library: LidarrLibrary): void {
  const artist = (request: SimRequest) => {
    const record = library.artists.get(Number(request.params['id']))
    return picture(request, record && library.artistMetadata(record).photo_path)
  }
  const album = (request: SimRequest) => {
    const record = library.albums.get(Number(request.params['id']))
    return picture(request, record && library.albumMetadata(record).cover_path)
  }
  server.route('GET /MediaCover/:id/:file', artist)
  server.route(`GET ${api}/mediacover/artist/:id/:file`, artist)
  server.route('GET /MediaCover/Albums/:id/:file', album)
  server.route(`GET ${api}/mediacover/album/:id/:file`, album)
}

/** `cover.jpg`, or `cover-250.jpg` for a height. */
export function picture(request: SimRequest, path: string | undefined) {
  const file = /^(?:poster|cover)(?:-(\d+))?\.jpg$/.exec(request.params['file'] ?? '')
  if (!file || path === undefined) return empty(404)
  const bytes = artBytes(path.slice(1), file[1] ? `h${file[1]}` : 'original')
  return bytes ? image(bytes) : empty(404)
}
