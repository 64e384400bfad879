import type { JsonRecord } from '../kit/json.ts'
import { createRandom } from '../kit/random.ts'
import {
  createDownloads,
  type Download,
  type Downloads,
  type Release,
  type Target,
} from '../servarr/downloads.ts'
import { createHistory, grabData, type History } from '../servarr/history.ts'
import { hookGrabbedRelease } from '../servarr/hook-parts.ts'
import type { Notifications } from '../servarr/notifications.ts'
import { qualityNamed } from '../servarr/qualities.ts'
import { GROUPS, INDEXERS } from '../servarr/releases.ts'
import type { Tags } from '../servarr/tags.ts'
import { createTrackFiles, type TrackFiles } from './lidarr-files.ts'
import { hookAlbum, hookArtist, hookClient, hookFailure } from './lidarr-hooks.ts'
import type { LibraryAlbum, LibraryArtist } from './lidarr-library.ts'
import { albumResource, artistResource, type Shown } from './lidarr-resources.ts'

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

export interface LidarrActivity {
  downloads: Downloads
  history: History
  files: TrackFiles
  tell: Tell
  releaseFor: (album: LibraryAlbum, quality: string) => Release
  /** Grabs what the indexers hold for these albums, if anything. */
  search: (albums: readonly LibraryAlbum[]) => void
  fail: (
    failed: { target: Target; release: Release; download_id?: string },
    options: { message: string; research: boolean },
  ) => void
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
      history.write('grabbed', download.target, {
        release: download.release,
        download_id: download.download_id,
        date: Math.min(download.added_at, timeline.now()),
        data: grabData(download),
      })
      tell(artist, ['onGrab'], 'Grab', {
        albums: albumsOf(download.target).map(album => hookAlbum(parts, album)),
        release: hookGrabbedRelease(download.release),
        ...hookClient(download),
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
    tell(artist, ['onImportFailure'], 'ImportFailure', { ...nothing, ...hookClient(download) })
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

  function releaseFor(album: LibraryAlbum, quality: string): Release {
    const metadata = library.albumMetadata(album)
    const artist = library.artistMetadata(library.artistOf(album)).name
    const random = createRandom(`${album.mb_id}:${quality}`)
    const indexer = random.pick(INDEXERS)
    const minutes =
      (metadata.releases[0]?.tracks ?? []).reduce((sum, one) => sum + one.duration_ms, 0) / 60_000
    const perMinute = quality.startsWith('MP3') ? 2.4 : 7.2
    return {
      title: `${artist} - ${metadata.title} (${metadata.release_date.slice(0, 4)}) [${quality}]`,
      size: Math.round(minutes * perMinute * 1024 * 1024),
      quality: qualityNamed('Lidarr', quality),
      languages: [],
      release_group: random.pick(GROUPS),
      protocol: indexer.protocol,
      indexer: indexer.name,
      source: 'Search',
    }
  }

  function search(albums: readonly LibraryAlbum[]): void {
    const busy = new Set(downloads.all().flatMap(download => download.target.child_ids))
    for (const album of albums) {
      album.last_search = timeline.now()
      const complete = album.tracks.length > 0 && album.tracks.every(track => track.file_id !== 0)
      if (!servarr.switches.indexers_stocked || complete || busy.has(album.id)) continue
      if (!library.isReleased(album)) continue
      const target = { parent_id: album.artist_id, child_ids: [album.id] }
      downloads.start(target, { release: releaseFor(album, preferredQuality(library.artistOf(album))) })
    }
  }

  function fail(
    failed: { target: Target; release: Release; download_id?: string },
    options: { message: string; research: boolean },
  ): void {
    history.write('downloadFailed', failed.target, {
      release: failed.release,
      download_id: failed.download_id ?? null,
      data: { downloadClient: 'SABnzbd', message: options.message },
    })
    history.block(failed.target, failed.release, options.message)
    const artist = library.artists.get(failed.target.parent_id)
    notifications.tell(['onDownloadFailure'], 'DownloadFailure', hookFailure(failed), artist?.tags ?? [])
    if (options.research) search(albumsOf(failed.target))
  }

  return { downloads, history, files, tell, releaseFor, search, fail }
}

/** What the profile would pick: lossless unless the profile is the lossy one. */
export function preferredQuality(artist: LibraryArtist): string {
  return artist.quality_profile_id === 3 ? 'MP3-320' : 'FLAC'
}
