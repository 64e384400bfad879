import { Refused } from '../kit/answer.ts'
import { type JsonRecord, numberIn, numbersIn } from '../kit/json.ts'
import { createCommands } from '../servarr/commands.ts'
import type { Download } from '../servarr/downloads.ts'
import {
  createManagerParts,
  type DownloadWish,
  finderOf,
  type LibraryManager,
  type ManagerParts,
  presentManager,
} from '../servarr/library-manager.ts'
import { routeQueue } from '../servarr/queue-routes.ts'
import { routeReleases } from '../servarr/releases.ts'
import { searchCommands } from '../servarr/searches.ts'
import { raised } from '../servarr/servarr-answers.ts'
import { createServarr, type ServarrOptions } from '../servarr/servarr.ts'
import { createLidarrActivity, preferredQuality } from './lidarr-activity.ts'
import { type AddParts, refreshArtist } from './lidarr-add.ts'
import { routeAlbums } from './lidarr-album-routes.ts'
import { routeBulk } from './lidarr-bulk.ts'
import { deleteAlbum, deleteArtist, routeArtists, routeLookups } from './lidarr-artist-routes.ts'
import { routeCovers } from './lidarr-covers.ts'
import { LIDARR_FLAGS, lidarrTestPayload } from './lidarr-hooks.ts'
import { createLidarrLibrary, type LibraryAlbum, type LibraryArtist } from './lidarr-library.ts'
import { createMetadataProfiles, MUSIC_PROFILES, musicRootFolder } from './lidarr-profiles.ts'
import { albumResource, artistResource } from './lidarr-resources.ts'
import { type NewLibraryAlbum, type NewLibraryArtist, stockAlbum, stockArtist } from './lidarr-stock.ts'
import type { MusicCatalogue } from './music-catalogue.ts'

export interface Lidarr extends LibraryManager {
  /** What the music providers know. */
  readonly music: MusicCatalogue
  artists: () => LibraryArtist[]
  albums: () => LibraryAlbum[]
  /** By release-group id; undefined when the library lacks it. */
  album: (mbId: string) => LibraryAlbum | undefined
  /** Whether it is out and lacks a file. */
  isMissing: (albumId: number) => boolean
  /** Straight into the library, as if long there: no refresh, no event. */
  addArtist: (mbId: string, artist?: NewLibraryArtist) => LibraryArtist
  addAlbum: (mbId: string, album?: NewLibraryAlbum) => LibraryAlbum
  startDownload: (albumId: number, wish?: DownloadWish) => Download
  /** Files found by a disk scan: no download, no event. */
  importFiles: (albumId: number, wish?: { quality?: string; count?: number }) => void
  deleteFiles: (albumId: number) => void
  deleteAlbum: (albumId: number) => void
  /** MusicBrainz merged its release group into another: the record gets that id, or goes up in the one that has it. */
  rekeyAlbum: (albumId: number, mbId: string) => void
  deleteArtist: (artistId: number) => void
}

type Parts = AddParts & ManagerParts

export interface LidarrOptions extends ServarrOptions {
  /** So many generated albums instead of a stocked library, for measuring. */
  bulk_albums?: number | undefined
}

/** Lidarr, API v1, as lidarr.md and servarr-common.md describe it. */
export async function startLidarr(options: LidarrOptions): Promise<Lidarr> {
  const servarr = createServarr('Lidarr', options)
  const library = createLidarrLibrary(servarr)
  const manager = createManagerParts(servarr, {
    root_folders: options.root_folders ?? ['/music/'],
    rootFolderPlan: { shown: musicRootFolder },
    quality_profiles: MUSIC_PROFILES,
    isProfileUsed: id => library.artists.values().some(artist => artist.quality_profile_id === id),
    notifications: { flags: LIDARR_FLAGS, testPayload: lidarrTestPayload },
  })
  const metadataProfiles = createMetadataProfiles(servarr)
  const activity = createLidarrActivity({ ...manager, library })
  const runners = {
    ...searchCommands({
      parent: 'artist',
      child: 'album',
      children: library.albums,
      parentOf: album => album.artist_id,
      search: activity.search,
    }),
    ManualImport: activity.manualImport.run,
    RefreshArtist(body: JsonRecord) {
      for (const id of [...numbersIn(body, 'artistIds'), numberIn(body, 'artistId') ?? 0]) {
        const artist = library.artists.get(id)
        if (artist) refreshArtist(parts, artist)
      }
    },
  }
  const commands = createCommands(servarr, runners, IDLE_COMMANDS)
  const parts: Parts = { ...manager, library, metadataProfiles, activity, commands }
  // The first that fits answers.
  if (options.bulk_albums) routeBulk(servarr, options.bulk_albums)
  routeArtists(parts)
  routeAlbums(parts)
  routeLookups(parts)
  routeActivity(parts)
  routeCovers(servarr, library)
  await servarr.server.listen()
  return assemble(parts)
}

const IDLE_COMMANDS = [
  'RefreshAlbum',
  'RescanFolders',
  'CutoffUnmetAlbumSearch',
  'DownloadedAlbumsScan',
  'RssSync',
  'RefreshMonitoredDownloads',
  'ProcessMonitoredDownloads',
]

function routeActivity(parts: Parts): void {
  const { servarr, library, activity } = parts
  routeQueue(servarr, {
    parent: 'artist',
    child: 'album',
    activity,
    columns(download, wants) {
      const artist = library.artists.get(download.target.parent_id)
      return download.target.child_ids.map(albumId => {
        const album = library.albums.get(albumId)
        return {
          artistId: download.target.parent_id,
          albumId,
          ...(wants.parent && artist && { artist: artistResource(parts, artist) }),
          ...(wants.child && album && { album: albumResource(parts, album) }),
          trackFileCount: album?.tracks.length ?? 0,
          trackHasFileCount: album?.tracks.filter(track => track.file_id !== 0).length ?? 0,
          downloadForced: false,
        }
      })
    },
  })
  routeReleases(servarr, {
    search(request) {
      const album = library.albums.get(Number(request.query.get('albumId')))
      if (!album) throw new Refused(raised(400, 'BadRequest', 'Album search failed'))
      const words = library.albumMetadata(album).title
      const releases = ['FLAC 24bit', 'FLAC', 'MP3-320', 'MP3-192'].map(quality => ({
        ...activity.releaseFor(album, quality),
        source: 'InteractiveSearch' as const,
      }))
      return {
        target: { parent_id: album.artist_id, child_ids: [album.id] },
        wish: { words, minutes: 0, language: { id: 0, name: 'Unknown' } },
        releases,
        columns: { artistId: album.artist_id, albumId: album.id, discography: false },
      }
    },
    activity,
  })
}

function assemble(parts: Parts): Lidarr {
  const { servarr, library, activity } = parts
  const albumOf = finderOf(servarr, 'album', library.albums)
  const artistOf = finderOf(servarr, 'artist', library.artists)
  const preferred = (album: LibraryAlbum) => preferredQuality(library.artistOf(album))
  return {
    ...presentManager(parts, activity),
    music: library.catalogue,
    artists: () => [...library.artists.values()],
    albums: () => [...library.albums.values()],
    album: library.albumByMb,
    isMissing(albumId) {
      const album = albumOf(albumId)
      return library.isReleased(album) && album.tracks.some(track => track.file_id === 0)
    },
    addArtist: (mbId, artist = {}) => stockArtist(parts, mbId, artist),
    addAlbum: (mbId, album = {}) => stockAlbum(parts, mbId, album),
    startDownload(albumId, wish = {}) {
      const album = albumOf(albumId)
      const { quality = preferred(album), ...plan } = wish
      const target = { parent_id: album.artist_id, child_ids: [albumId] }
      return activity.downloads.start(target, { release: activity.releaseFor(album, quality), ...plan })
    },
    importFiles(albumId, wish = {}) {
      const album = albumOf(albumId)
      const release = activity.releaseFor(album, wish.quality ?? preferred(album))
      activity.files.importFound(album, release, wish.count)
    },
    deleteFiles(albumId) {
      for (const file of library.filesOf(albumOf(albumId))) activity.files.remove(file, 'Manual')
    },
    deleteAlbum: albumId => deleteAlbum(parts, albumOf(albumId), true),
    rekeyAlbum(albumId, mbId) {
      const album = albumOf(albumId)
      if (library.albumByMb(mbId)) library.albums.delete(album.id)
      else album.mb_id = mbId
    },
    deleteArtist: artistId => deleteArtist(parts, artistOf(artistId), true),
  }
}
