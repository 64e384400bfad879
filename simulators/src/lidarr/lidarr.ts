import { Refused } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import { type JsonRecord, numberIn, numbersIn } from '../kit/json.ts'
import { createCommands } from '../servarr/commands.ts'
import type { Download } from '../servarr/downloads.ts'
import { createHealth, type Health } from '../servarr/health.ts'
import type { HistoryRow } from '../servarr/history.ts'
import { createNotifications, type Notifications } from '../servarr/notifications.ts'
import { createProfiles, type Profiles } from '../servarr/profiles.ts'
import { routeQueue } from '../servarr/queue-routes.ts'
import { routeReleases } from '../servarr/releases.ts'
import { createRootFolders, type RootFolders } from '../servarr/root-folders.ts'
import { raised } from '../servarr/servarr-answers.ts'
import { createServarr, type ServarrOptions } from '../servarr/servarr.ts'
import { createTags, type Tags } from '../servarr/tags.ts'
import { createLidarrActivity, type LidarrActivity, preferredQuality } from './lidarr-activity.ts'
import { type AddParts, refreshArtist } from './lidarr-add.ts'
import { routeAlbums } from './lidarr-album-routes.ts'
import { deleteAlbum, deleteArtist, routeArtists, routeLookups } from './lidarr-artist-routes.ts'
import { routeCovers } from './lidarr-covers.ts'
import { LIDARR_FLAGS, lidarrTestPayload } from './lidarr-hooks.ts'
import {
  createLidarrLibrary,
  type LibraryAlbum,
  type LibraryArtist,
  type LidarrLibrary,
} from './lidarr-library.ts'
import { createMetadataProfiles, MUSIC_PROFILES, musicRootFolder } from './lidarr-profiles.ts'
import { albumResource, artistResource } from './lidarr-resources.ts'
import { type NewLibraryAlbum, type NewLibraryArtist, stockAlbum, stockArtist } from './lidarr-stock.ts'
import type { MusicCatalogue } from './music-catalogue.ts'

export interface AlbumDownloadWish {
  quality?: string
  progress?: number
  duration_ms?: number
  paused?: boolean
}

export interface Lidarr {
  readonly name: string
  readonly url: string
  readonly api_key: string
  readonly journal: Journal
  readonly faults: Faults
  /** Every route it answers, as patterns. */
  readonly routes: () => string[]
  /** What the music providers know. */
  readonly music: MusicCatalogue
  readonly tags: Tags
  readonly rootFolders: RootFolders
  readonly profiles: Profiles
  readonly notifications: Notifications
  readonly health: Health
  readonly history: () => readonly HistoryRow[]
  readonly downloads: () => Download[]
  readonly progress: (download: Download) => number
  artists: () => LibraryArtist[]
  albums: () => LibraryAlbum[]
  /** By release-group id; undefined when the library lacks it. */
  album: (mbId: string) => LibraryAlbum | undefined
  /** Whether it is out and lacks a file. */
  isMissing: (albumId: number) => boolean
  /** Straight into the library, as if long there: no refresh, no event. */
  addArtist: (mbId: string, artist?: NewLibraryArtist) => LibraryArtist
  addAlbum: (mbId: string, album?: NewLibraryAlbum) => LibraryAlbum
  startDownload: (albumId: number, wish?: AlbumDownloadWish) => Download
  finishDownload: (downloadId: string) => void
  /** Completes it, but the import waits for a person. */
  stickDownload: (downloadId: string, ...messages: string[]) => void
  failDownload: (downloadId: string, message?: string) => void
  /** Files found by a disk scan: no download, no event. */
  importFiles: (albumId: number, wish?: { quality?: string; count?: number }) => void
  deleteFiles: (albumId: number) => void
  deleteAlbum: (albumId: number) => void
  deleteArtist: (artistId: number) => void
  /** Whether searches find and grab by themselves. */
  stockIndexers: (stocked: boolean) => void
  /** Whether lookups and adds fail because the metadata server is away. */
  loseMetadata: (lost: boolean) => void
  /** Brings the state up to the present. */
  settle: () => void
  /** Resolves when no webhook is on its way. */
  idle: () => Promise<void>
  close: () => Promise<void>
  assertClean: () => void
}

interface Parts extends AddParts {
  tags: Tags
  notifications: Notifications
  health: Health
}

/** Lidarr, API v1, as lidarr.md and servarr-common.md describe it. */
export async function startLidarr(options: ServarrOptions): Promise<Lidarr> {
  const servarr = createServarr('Lidarr', options)
  const library = createLidarrLibrary(servarr)
  const tags = createTags(servarr)
  const rootFolders = createRootFolders(servarr, options.root_folders ?? ['/music/'], {
    shown: musicRootFolder,
  })
  const inUse = (id: number) => library.artists.values().some(artist => artist.quality_profile_id === id)
  const profiles = createProfiles(servarr, inUse, MUSIC_PROFILES)
  const metadataProfiles = createMetadataProfiles(servarr)
  const notifications = createNotifications(servarr, { flags: LIDARR_FLAGS, testPayload: lidarrTestPayload })
  const health = createHealth(servarr, notifications)
  const activity = createLidarrActivity({ servarr, library, notifications, tags })
  const commands = createCommands(servarr, {
    ...Object.fromEntries(IDLE_COMMANDS.map(name => [name, () => undefined])),
    ...searches(library, activity),
    RefreshArtist(body: JsonRecord) {
      for (const id of [...numbersIn(body, 'artistIds'), numberIn(body, 'artistId') ?? 0]) {
        const artist = library.artists.get(id)
        if (artist) refreshArtist(parts, artist)
      }
    },
  })
  const parts: Parts = {
    servarr,
    library,
    profiles,
    metadataProfiles,
    rootFolders,
    activity,
    commands,
    tags,
    notifications,
    health,
  }
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
  'ManualImport',
]

function searches(library: LidarrLibrary, activity: LidarrActivity) {
  const wanted = (artistId: number | undefined) =>
    [...library.albums.values()].filter(
      album => album.monitored && (artistId === undefined || album.artist_id === artistId),
    )
  return {
    AlbumSearch: (body: JsonRecord) =>
      activity.search(numbersIn(body, 'albumIds').flatMap(id => library.albums.get(id) ?? [])),
    ArtistSearch: (body: JsonRecord) => activity.search(wanted(numberIn(body, 'artistId') ?? 0)),
    MissingAlbumSearch: (body: JsonRecord) => activity.search(wanted(numberIn(body, 'artistId'))),
  }
}

function routeActivity(parts: Parts): void {
  const { servarr, library, activity } = parts
  const { downloads } = activity
  routeQueue(servarr, {
    parent: 'artist',
    child: 'album',
    downloads,
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
    removed(download, how) {
      if (how.blocklist)
        activity.fail(download, { message: 'Manually marked as failed', research: !how.skipRedownload })
      if (how.ignored) activity.history.write('downloadIgnored', download.target, download)
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
    grab: (target, release) => void downloads.start(target, { release }),
  })
}

function assemble(parts: Parts): Lidarr {
  const { servarr, library, activity } = parts
  const { server } = servarr
  const albumOf = (id: number) => {
    const album = library.albums.get(id)
    if (!album) throw new Error(`${server.name} has no album ${id}`)
    return album
  }
  const preferred = (album: LibraryAlbum) => preferredQuality(library.artistOf(album))
  return {
    name: server.name,
    url: `${server.url}${servarr.url_base}`,
    api_key: servarr.api_key,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    music: library.catalogue,
    tags: parts.tags,
    rootFolders: parts.rootFolders,
    profiles: parts.profiles,
    notifications: parts.notifications,
    health: parts.health,
    history: () => activity.history.rows,
    downloads: activity.downloads.all,
    progress: activity.downloads.progress,
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
    finishDownload: activity.downloads.finish,
    stickDownload: (downloadId, ...messages) => activity.downloads.stick(downloadId, messages),
    failDownload(downloadId, message = 'Download failed: missing articles') {
      const download = activity.downloads.remove(downloadId)
      if (!download) throw new Error(`no download ${downloadId}`)
      activity.fail(download, { message, research: true })
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
    deleteArtist(artistId) {
      const artist = library.artists.get(artistId)
      if (!artist) throw new Error(`${server.name} has no artist ${artistId}`)
      deleteArtist(parts, artist, true)
    },
    stockIndexers(stocked) {
      servarr.switches.indexers_stocked = stocked
    },
    loseMetadata(lost) {
      servarr.switches.metadata_down = lost
    },
    settle: servarr.timeline.settle,
    idle: parts.notifications.webhooks.idle,
    close: server.close,
    assertClean: server.assertClean,
  }
}
