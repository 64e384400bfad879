import type { JsonRecord } from '../kit/json.ts'
import { isoSecond } from '../kit/time.ts'
import { cleanTitle, folderName } from '../servarr/naming.ts'
import { qualityWeight } from '../servarr/qualities.ts'
import type { Servarr } from '../servarr/servarr.ts'
import { albumImages, artistImages } from './lidarr-covers.ts'
import type { LibraryAlbum, LibraryArtist, LibraryTrack, LidarrLibrary, TrackFile } from './lidarr-library.ts'
import type { CatalogueAlbum, CatalogueArtist } from './music-catalogue.ts'

export interface Shown {
  servarr: Servarr
  library: LidarrLibrary
}

const NO_RATINGS = { votes: 0, value: 0 }

/** lidarr.md, "Statistics": over the tracks of the monitored release; absent until there are tracks. */
export function statisticsOf({ library }: Shown, albums: readonly LibraryAlbum[]): JsonRecord | null {
  const counts = { files: 0, wanted: 0, total: 0, size: 0 }
  for (const album of albums) {
    const due = album.monitored && library.isReleased(album)
    const filed = album.tracks.filter(track => track.file_id !== 0).length
    counts.files += filed
    counts.total += album.tracks.length
    counts.wanted += due ? album.tracks.length : filed
    counts.size += library.filesOf(album).reduce((sum, file) => sum + file.size, 0)
  }
  if (counts.total === 0) return null
  return {
    trackFileCount: counts.files,
    trackCount: counts.wanted,
    totalTrackCount: counts.total,
    sizeOnDisk: counts.size,
    // 0 of 0 is 0, not 100.
    percentOfTracks: counts.wanted === 0 ? 0 : (100 * counts.files) / counts.wanted,
  }
}

function artistColumns(artist: CatalogueArtist): JsonRecord {
  return {
    status: 'continuing',
    ended: false,
    artistName: artist.name,
    foreignArtistId: artist.id,
    mbId: artist.id,
    tadbId: 0,
    discogsId: 0,
    overview: artist.overview,
    artistType: artist.type,
    disambiguation: artist.disambiguation,
    links: [],
    genres: [artist.genre],
    cleanName: cleanTitle(artist.name),
    sortName: artist.name.toLowerCase().replace(/^the (.+)$/, '$1, the'),
    ratings: NO_RATINGS,
  }
}

export function artistResource(shown: Shown, record: LibraryArtist): JsonRecord {
  const { servarr, library } = shown
  const metadata = library.artistMetadata(record)
  const albums = library.albumsOf(record.id)
  const statistics = statisticsOf(shown, albums)
  const dated = albums.toSorted((a, b) => dateOf(shown, a).localeCompare(dateOf(shown, b)))
  const next = dated.find(album => !library.isReleased(album))
  const last = dated.findLast(album => library.isReleased(album))
  return {
    id: record.id,
    ...artistColumns(metadata),
    // The two members that are written even when null.
    nextAlbum: next ? albumResource(shown, next) : null,
    lastAlbum: last ? albumResource(shown, last) : null,
    images: artistImages(servarr, record.id, metadata.photo_path),
    path: record.path,
    qualityProfileId: record.quality_profile_id,
    metadataProfileId: record.metadata_profile_id,
    monitored: record.monitored,
    monitorNewItems: record.monitor_new_items,
    rootFolderPath: record.root_folder_path,
    tags: record.tags,
    added: isoSecond(record.added),
    ...(record.add_options && { addOptions: record.add_options }),
    ...(statistics && { statistics: { albumCount: albums.length, ...statistics } }),
  }
}

function dateOf({ library }: Shown, album: LibraryAlbum): string {
  return library.albumMetadata(album).release_date
}

/** A lookup hit outside the library has no id and no place on disk. */
export function artistLookup({ servarr }: Shown, artist: CatalogueArtist): JsonRecord {
  const images = artistImages(servarr, undefined, artist.photo_path)
  return {
    ...artistColumns(artist),
    images,
    remotePoster: images[0]?.['remoteUrl'],
    qualityProfileId: 0,
    metadataProfileId: 0,
    monitored: false,
    monitorNewItems: 'all',
    folder: folderName(artist.name),
    tags: [],
    added: '0001-01-01T00:00:00Z',
  }
}

function albumColumns(album: CatalogueAlbum): JsonRecord {
  return {
    title: album.title,
    disambiguation: '',
    overview: '',
    foreignAlbumId: album.id,
    albumType: album.type,
    secondaryTypes: album.secondary_types,
    ratings: NO_RATINGS,
    releaseDate: `${album.release_date}T00:00:00Z`,
    genres: [album.genre],
    links: [],
  }
}

export function albumResource(shown: Shown, album: LibraryAlbum, artist?: JsonRecord): JsonRecord {
  const { servarr, library } = shown
  const metadata = library.albumMetadata(album)
  const statistics = statisticsOf(shown, [album])
  const followed = album.releases.find(release => release.monitored)
  // lidarr.md: what the refresh has not brought yet is empty.
  const filled = followed !== undefined
  return {
    id: album.id,
    ...albumColumns(metadata),
    artistId: album.artist_id,
    monitored: album.monitored,
    anyReleaseOk: album.any_release_ok,
    profileId: library.artistOf(album).metadata_profile_id,
    duration: album.tracks.reduce((sum, track) => sum + track.metadata.duration_ms, 0),
    mediumCount: filled ? 1 : 0,
    releases: album.releases.map(release => ({
      id: release.id,
      albumId: album.id,
      foreignReleaseId: release.metadata.id,
      title: metadata.title,
      status: 'Official',
      duration: release.metadata.tracks.reduce((sum, track) => sum + track.duration_ms, 0),
      trackCount: release.metadata.tracks.length,
      media: [mediumOf(release.metadata.format)],
      mediumCount: 1,
      disambiguation: '',
      country: [release.metadata.country],
      label: [release.metadata.label],
      format: release.metadata.format,
      monitored: release.monitored,
    })),
    media: followed ? [mediumOf(followed.metadata.format)] : [],
    images: filled ? albumImages(servarr, album.id, metadata.cover_path) : [],
    ...(album.last_search !== null && { lastSearchTime: isoSecond(album.last_search) }),
    ...(artist && { artist }),
    ...(statistics && { statistics }),
    ...(album.add_options && { addOptions: { addType: 'manual', ...album.add_options } }),
  }
}

function mediumOf(format: string): JsonRecord {
  return { mediumNumber: 1, mediumName: '', mediumFormat: format }
}

export function albumLookup(shown: Shown, album: CatalogueAlbum, artist: JsonRecord): JsonRecord {
  const images = albumImages(shown.servarr, undefined, album.cover_path)
  return {
    ...albumColumns(album),
    artistId: 0,
    monitored: false,
    anyReleaseOk: true,
    profileId: 0,
    duration: 0,
    mediumCount: 0,
    // The metadata server tells the pressings with the album; here they have no id yet.
    releases: album.releases.map(release => ({
      albumId: 0,
      foreignReleaseId: release.id,
      title: album.title,
      status: 'Official',
      trackCount: release.tracks.length,
      format: release.format,
      monitored: false,
    })),
    media: [],
    images,
    remoteCover: images[0]?.['remoteUrl'],
    artist,
  }
}

export function trackResource(album: LibraryAlbum, track: LibraryTrack): JsonRecord {
  return {
    id: track.id,
    artistId: album.artist_id,
    foreignTrackId: track.metadata.id,
    foreignRecordingId: track.metadata.recording_id,
    trackFileId: track.file_id,
    albumId: album.id,
    explicit: false,
    absoluteTrackNumber: track.metadata.number,
    trackNumber: String(track.metadata.number),
    title: track.metadata.title,
    duration: track.metadata.duration_ms,
    mediumNumber: 1,
    hasFile: track.file_id !== 0,
    ratings: NO_RATINGS,
  }
}

export function fileResource(file: TrackFile): JsonRecord {
  const { quality } = file.release.quality
  const lossless = /FLAC|ALAC/.test(quality.name)
  return {
    id: file.id,
    artistId: file.artist_id,
    albumId: file.album_id,
    path: file.path,
    size: file.size,
    dateAdded: isoSecond(file.date_added),
    sceneName: file.release.title,
    releaseGroup: file.release.release_group,
    quality: file.release.quality,
    qualityWeight: qualityWeight('Lidarr', quality.id),
    customFormats: [],
    customFormatScore: 0,
    indexerFlags: 0,
    mediaInfo: {
      audioChannels: 2,
      audioBitRate: lossless ? '900 kbps' : '320 kbps',
      audioCodec: lossless ? 'FLAC' : 'MP3',
      audioBits: '16bit',
      audioSampleRate: '44.1kHz',
    },
    qualityCutoffNotMet: false,
  }
}
