import type { JsonRecord } from '../kit/json.ts'
import { routePortraits, routeSleeves } from '../servarr/covers.ts'
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

export function routeCovers(servarr: Servarr, library: LidarrLibrary): void {
  routePortraits(servarr, 'artist', id => {
    const record = library.artists.get(id)
    return record && library.artistMetadata(record).photo_path
  })
  routeSleeves(servarr, 'album', id => {
    const record = library.albums.get(id)
    return record && library.albumMetadata(record).cover_path
  })
}
