import type { JsonRecord } from '../kit/json.ts'
import { clientOf, type Grab } from '../servarr/downloads.ts'
import { hookLibraryFile } from '../servarr/hook-parts.ts'
import { albumImages, artistImages } from './lidarr-covers.ts'
import type { LibraryAlbum, LibraryArtist, LibraryTrack, TrackFile } from './lidarr-library.ts'
import type { Shown } from './lidarr-resources.ts'

/** lidarr.md, "Webhooks": `onReleaseImport`, though the event arrives as `Download`. */
export const LIDARR_FLAGS = [
  'onGrab',
  'onReleaseImport',
  'onUpgrade',
  'onRename',
  'onArtistAdd',
  'onArtistDelete',
  'onAlbumDelete',
  'onHealthIssue',
  'includeHealthWarnings',
  'onHealthRestored',
  'onDownloadFailure',
  'onImportFailure',
  'onTrackRetag',
  'onApplicationUpdate',
] as const

export function hookArtist({ servarr, library }: Shown, record: LibraryArtist, labels: string[]): JsonRecord {
  const artist = library.artistMetadata(record)
  return {
    id: record.id,
    name: artist.name,
    disambiguation: artist.disambiguation,
    path: record.path,
    mbId: artist.id,
    type: artist.type,
    overview: artist.overview,
    genres: [artist.genre],
    images: artistImages(servarr, record.id, artist.photo_path),
    tags: labels,
  }
}

export function hookAlbum({ servarr, library }: Shown, record: LibraryAlbum): JsonRecord {
  const album = library.albumMetadata(record)
  return {
    id: record.id,
    mbId: album.id,
    title: album.title,
    disambiguation: '',
    overview: '',
    albumType: album.type,
    secondaryAlbumTypes: album.secondary_types,
    releaseDate: `${album.release_date}T00:00:00Z`,
    genres: [album.genre],
    images: albumImages(servarr, record.id, album.cover_path),
  }
}

export function hookTrack(track: LibraryTrack, file: TrackFile): JsonRecord {
  return {
    id: track.id,
    title: track.metadata.title,
    trackNumber: String(track.metadata.number),
    quality: file.release.quality.quality.name,
    qualityVersion: 1,
    releaseGroup: file.release.release_group,
  }
}

export function hookFile(file: TrackFile): JsonRecord {
  return { ...hookLibraryFile(file), path: file.path }
}

/** A failed download names no artist and no album. */
export function hookFailure(failed: Grab): JsonRecord {
  return {
    quality: failed.release.quality.quality.name,
    qualityVersion: 1,
    releaseTitle: failed.release.title,
    downloadClient: clientOf(failed.release).name,
    downloadId: failed.download_id ?? '',
  }
}

export function lidarrTestPayload(): JsonRecord {
  return {
    artist: {
      id: 1,
      name: 'Test Name',
      path: 'C:\\testpath',
      mbId: 'aaaaa-aaa-aaaa-aaaaaa',
      tags: ['test-tag'],
    },
    albums: [{ id: 123, title: 'Test title' }],
  }
}
