import type { Download, Release } from '../servarr/downloads.ts'
import type { History } from '../servarr/history.ts'
import { hookPlainClient } from '../servarr/hook-parts.ts'
import { folderName } from '../servarr/naming.ts'
import type { Tell } from './lidarr-activity.ts'
import { hookAlbum, hookFile, hookTrack } from './lidarr-hooks.ts'
import { fillAlbum, type LibraryAlbum, type LibraryTrack, type TrackFile } from './lidarr-library.ts'
import type { Shown } from './lidarr-resources.ts'

export interface TrackFiles {
  /** A file per track, and one event for the album. */
  importDownload: (album: LibraryAlbum, download: Download) => void
  /** Puts files on disk without a word about it: the first `count` tracks. */
  placeFound: (album: LibraryAlbum, release: Release, count: number) => TrackFile[]
  /** Found by a disk scan: the first `count` tracks, or all; no event (servarr-common.md, 9). */
  importFound: (album: LibraryAlbum, release: Release, count?: number) => TrackFile[]
  /** There is no event for a deleted track file (lidarr.md). */
  remove: (file: TrackFile, reason: 'Manual' | 'Upgrade') => void
}

export function createTrackFiles({
  servarr,
  library,
  history,
  tell,
}: Shown & { history: History; tell: Tell }): TrackFiles {
  const { timeline, nextId } = servarr

  function place(album: LibraryAlbum, track: LibraryTrack, release: Release): TrackFile {
    const metadata = library.albumMetadata(album)
    const folder = `${folderName(metadata.title)} (${metadata.release_date.slice(0, 4)})`
    const number = String(track.metadata.number).padStart(2, '0')
    const ending = release.quality.quality.name.startsWith('MP3') ? 'mp3' : 'flac'
    const file: TrackFile = {
      id: nextId('trackfile'),
      artist_id: album.artist_id,
      album_id: album.id,
      path: `${library.artistOf(album).path}/${folder}/${number} - ${folderName(track.metadata.title)}.${ending}`,
      size: Math.round(release.size / Math.max(1, album.tracks.length)),
      date_added: timeline.now(),
      release,
    }
    library.files.set(file.id, file)
    track.file_id = file.id
    return file
  }

  function remove(file: TrackFile, reason: 'Manual' | 'Upgrade'): void {
    library.files.delete(file.id)
    const album = library.albums.get(file.album_id)
    for (const track of album?.tracks ?? []) if (track.file_id === file.id) track.file_id = 0
    const target = { parent_id: file.artist_id, child_ids: [file.album_id] }
    history.write('trackFileDeleted', target, { release: file.release, data: { reason } })
  }

  return {
    importDownload(album, download) {
      fillAlbum(servarr, library, album)
      const { release } = download
      const old = library.filesOf(album)
      for (const file of old) remove(file, 'Upgrade')
      const placed = album.tracks.map(track => ({ track, file: place(album, track, release) }))
      const target = { parent_id: album.artist_id, child_ids: [album.id] }
      const entry = { release, download_id: download.download_id }
      for (const { file } of placed) {
        const data = { fileId: String(file.id), importedPath: file.path, droppedPath: '/downloads' }
        history.write('trackFileImported', target, { ...entry, data })
      }
      history.write('downloadImported', target, entry)
      const upgrade = old.length > 0
      const flags = upgrade ? ['onReleaseImport', 'onUpgrade'] : ['onReleaseImport']
      tell(library.artistOf(album), flags, 'Download', {
        album: hookAlbum({ servarr, library }, album),
        tracks: placed.map(({ track, file }) => hookTrack(track, file)),
        trackFiles: placed.map(({ file }) => hookFile(file)),
        ...(upgrade && { deletedFiles: old.map(hookFile) }),
        isUpgrade: upgrade,
        ...hookPlainClient(download),
      })
    },
    placeFound: (album, release, count) =>
      album.tracks.slice(0, count).map(track => place(album, track, release)),
    importFound(album, release, count = album.tracks.length) {
      const target = { parent_id: album.artist_id, child_ids: [album.id] }
      return album.tracks.slice(0, count).map(track => {
        const file = place(album, track, release)
        const data = { fileId: String(file.id), importedPath: file.path }
        history.write('artistFolderImported', target, { release, data })
        return file
      })
    },
    remove,
  }
}
