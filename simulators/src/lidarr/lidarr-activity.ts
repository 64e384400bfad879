import { type JsonRecord, numberIn, numbersIn } from '../kit/json.ts'
import { createRandom } from '../kit/random.ts'
import type { Activity } from '../servarr/activity.ts'
import { createDownloads, type Download, type Release, type Target } from '../servarr/downloads.ts'
import { createHistory } from '../servarr/history.ts'
import { hookGrabbedRelease, hookPlainClient } from '../servarr/hook-parts.ts'
import { createManualImport } from '../servarr/manual-import.ts'
import type { Notifications } from '../servarr/notifications.ts'
import { firstUnblocked, makePlainRelease } from '../servarr/releases.ts'
import type { Tags } from '../servarr/tags.ts'
import { createTrackFiles, type TrackFiles } from './lidarr-files.ts'
import { hookAlbum, hookArtist, hookFailure } from './lidarr-hooks.ts'
import type { LibraryAlbum, LibraryArtist } from './lidarr-library.ts'
import { albumResource, artistResource, type Shown, trackResource } from './lidarr-resources.ts'

/** The integers of the paged history route. */
const LIDARR_EVENTS = {
  unknown: 0,
  grabbed: 1,
  artistFolderImported: 2,
  trackFileImported: 3,
  downloadFailed: 4,
  trackFileDeleted: 5,
  trackFileRenamed: 6,
  albumImportIncomplete: 7,
  downloadImported: 8,
  trackFileRetagged: 9,
  downloadIgnored: 10,
}

export interface LidarrParts extends Shown {
  notifications: Notifications
  tags: Tags
}

export type Tell = (
  artist: LibraryArtist,
  flags: readonly string[],
  event: string,
  payload: JsonRecord,
) => void

export interface LidarrActivity extends Activity {
  files: TrackFiles
  tell: Tell
  releaseFor: (album: LibraryAlbum, quality: string) => Release
  /** Grabs what the indexers hold for these albums, if anything. */
  search: (albums: readonly LibraryAlbum[]) => void
}

/** What happens to albums: grabs, imports, failures, and who is told. */
export function createLidarrActivity(parts: LidarrParts): LidarrActivity {
  const { servarr, library, notifications, tags } = parts
  const { timeline } = servarr
  const albumsOf = (target: Target) => target.child_ids.flatMap(id => library.albums.get(id) ?? [])

  const tell: Tell = (artist, flags, event, payload) => {
    const shown = hookArtist(parts, artist, tags.labels(artist.tags))
    notifications.tell(flags, event, { artist: shown, ...payload }, artist.tags)
  }

  const downloads = createDownloads(servarr, {
    grabbed(download) {
      const artist = library.artists.get(download.target.parent_id)
      if (!artist) return
      history.writeGrab(download)
      tell(artist, ['onGrab'], 'Grab', {
        albums: albumsOf(download.target).map(album => hookAlbum(parts, album)),
        release: hookGrabbedRelease(download.release),
        ...hookPlainClient(download),
      })
    },
    imported(download) {
      for (const album of albumsOf(download.target)) files.importDownload(album, download)
    },
    stuck: download => tellStuck(download),
  })

  function tellStuck(download: Download): void {
    const artist = library.artists.get(download.target.parent_id)
    if (!artist) return
    history.write('albumImportIncomplete', download.target, {
      release: download.release,
      download_id: download.download_id,
      data: { statusMessages: JSON.stringify(download.messages) },
    })
    // lidarr.md: like an import, but without the album.
    const nothing = { tracks: [], trackFiles: [], isUpgrade: false }
    tell(artist, ['onImportFailure'], 'ImportFailure', { ...nothing, ...hookPlainClient(download) })
  }

  const history = createHistory(servarr, {
    parent: 'artist',
    child: 'album',
    events: LIDARR_EVENTS,
    embed(row, wants) {
      const artist = library.artists.get(row.parent_id)
      const album = library.albums.get(row.child_id ?? 0)
      return {
        ...(wants.parent && artist && { artist: artistResource(parts, artist) }),
        ...(wants.child && album && { album: albumResource(parts, album) }),
      }
    },
    failed: (failed, research) => fail(failed, { message: 'Manually marked as failed', research }),
  })
  const files = createTrackFiles({ ...parts, history, tell })

  const manualImport = createManualImport(servarr, {
    downloads,
    files: ({ target }) =>
      albumsOf(target).flatMap(album =>
        album.tracks.map(track => ({
          name: `${String(track.metadata.number).padStart(2, '0')} ${track.metadata.title}.flac`,
          share: 1 / album.tracks.length,
          columns: {
            artist: artistResource(parts, library.artistOf(album)),
            album: albumResource(parts, album),
            albumReleaseId: album.releases.find(release => release.monitored)?.id ?? 0,
            tracks: [trackResource(album, track)],
            ...IMPORT_FLAGS,
          },
        })),
      ),
    childrenOf(file, { target }) {
      const album = library.albums.get(numberIn(file, 'albumId') ?? 0)
      const known = new Set(album?.tracks.map(track => track.id))
      const tracks = numbersIn(file, 'trackIds')
      const isRight =
        file['artistId'] === target.parent_id && album && file['albumReleaseId'] && tracks.length > 0
      return isRight && tracks.every(id => known.has(id)) ? [album.id] : null
    },
  })

  function releaseFor(album: LibraryAlbum, quality: string): Release {
    const metadata = library.albumMetadata(album)
    const artist = library.artistMetadata(library.artistOf(album)).name
    const minutes =
      (metadata.releases[0]?.tracks ?? []).reduce((sum, one) => sum + one.duration_ms, 0) / 60_000
    const perMinute = quality.startsWith('MP3') ? 2.4 : 7.2
    return makePlainRelease(servarr, createRandom(`${album.mb_id}:${quality}`), {
      title: `${artist} - ${metadata.title} (${metadata.release_date.slice(0, 4)}) [${quality}]`,
      size: Math.round(minutes * perMinute * 1024 * 1024),
      quality,
    })
  }

  function search(albums: readonly LibraryAlbum[]): void {
    const busy = new Set(downloads.all().flatMap(download => download.target.child_ids))
    for (const album of albums) {
      album.last_search = timeline.now()
      const complete = album.tracks.length > 0 && album.tracks.every(track => track.file_id !== 0)
      if (!servarr.switches.indexers_stocked || complete || busy.has(album.id)) continue
      if (!library.isReleased(album)) continue
      const target = { parent_id: album.artist_id, child_ids: [album.id] }
      const qualities = [preferredQuality(library.artistOf(album)), 'MP3-320', 'MP3-192']
      const release = firstUnblocked(
        history,
        qualities.map(quality => releaseFor(album, quality)),
      )
      if (release) downloads.start(target, { release })
    }
  }

  const fail: Activity['fail'] = (failed, options) => {
    history.writeFailure(failed, options.message)
    const artist = library.artists.get(failed.target.parent_id)
    notifications.tell(['onDownloadFailure'], 'DownloadFailure', hookFailure(failed), artist?.tags ?? [])
    if (options.research) search(albumsOf(failed.target))
  }

  return { downloads, history, manualImport, files, tell, releaseFor, search, fail }
}

const IMPORT_FLAGS = { additionalFile: false, replaceExistingFiles: false, disableReleaseSwitching: false }

/** What the profile would pick: lossless unless the profile is the lossy one. */
export function preferredQuality(artist: LibraryArtist): string {
  return artist.quality_profile_id === 3 ? 'MP3-320' : 'FLAC'
}
