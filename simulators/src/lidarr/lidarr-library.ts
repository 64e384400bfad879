import type { JsonRecord } from '../kit/json.ts'
import type { Release } from '../servarr/downloads.ts'
import { folderName } from '../servarr/naming.ts'
import type { Servarr } from '../servarr/servarr.ts'
import {
  type CatalogueAlbum,
  type CatalogueArtist,
  type CatalogueRelease,
  type CatalogueTrack,
  type MusicCatalogue,
  musicCatalogue,
} from './music-catalogue.ts'

export interface LibraryTrack {
  id: number
  metadata: CatalogueTrack
  /** 0: no file. Several tracks may share one. */
  file_id: number
}

export interface TrackFile {
  id: number
  artist_id: number
  album_id: number
  path: string
  size: number
  date_added: number
  release: Release
}

export interface LibraryAlbum {
  id: number
  /** The release group; a merge upstream may change it (lidarr.md, "Quirks"). */
  mb_id: string
  artist_id: number
  monitored: boolean
  any_release_ok: boolean
  /** Added by hand: a refresh never drops it. */
  manual: boolean
  /** There until the first refresh is done (servarr-common.md, 10). */
  add_options: { searchForNewAlbum: boolean } | null
  /** Empty until the first refresh, as are the tracks. */
  releases: { id: number; metadata: CatalogueRelease; monitored: boolean }[]
  /** Those of the monitored release. */
  tracks: LibraryTrack[]
  last_search: number | null
}

export interface AddArtistOptions extends JsonRecord {
  monitor: string
  albumsToMonitor: string[]
  searchForMissingAlbums: boolean
}

export interface LibraryArtist {
  id: number
  mb_id: string
  monitored: boolean
  monitor_new_items: string
  quality_profile_id: number
  metadata_profile_id: number
  root_folder_path: string
  path: string
  tags: number[]
  added: number
  add_options: AddArtistOptions | null
}

export interface LidarrLibrary {
  catalogue: MusicCatalogue
  artists: Map<number, LibraryArtist>
  albums: Map<number, LibraryAlbum>
  files: Map<number, TrackFile>
  exclusions: Set<string>
  artistByMb: (mbId: string) => LibraryArtist | undefined
  albumByMb: (mbId: string) => LibraryAlbum | undefined
  albumsOf: (artistId: number) => LibraryAlbum[]
  artistOf: (album: LibraryAlbum) => LibraryArtist
  artistMetadata: (artist: LibraryArtist) => CatalogueArtist
  albumMetadata: (album: LibraryAlbum) => CatalogueAlbum
  isReleased: (album: LibraryAlbum) => boolean
  filesOf: (album: LibraryAlbum) => TrackFile[]
}

export function createLidarrLibrary({ timeline }: Servarr): LidarrLibrary {
  const catalogue = musicCatalogue(timeline.now())
  const artists = new Map<number, LibraryArtist>()
  const albums = new Map<number, LibraryAlbum>()
  const files = new Map<number, TrackFile>()

  const albumMetadata = (album: LibraryAlbum) => {
    const found = catalogue.album(album.mb_id)
    if (!found) throw new Error(`the catalogue has no album ${album.mb_id}`)
    return found
  }
  return {
    catalogue,
    artists,
    albums,
    files,
    exclusions: new Set(),
    artistByMb: mbId => artists.values().find(artist => artist.mb_id === mbId),
    albumByMb: mbId => albums.values().find(album => album.mb_id === mbId),
    albumsOf: artistId => [...albums.values()].filter(album => album.artist_id === artistId),
    artistOf(album) {
      const artist = artists.get(album.artist_id)
      if (!artist) throw new Error(`album ${album.id} has lost its artist`)
      return artist
    },
    artistMetadata(artist) {
      const found = catalogue.artist(artist.mb_id)
      if (!found) throw new Error(`the catalogue has no artist ${artist.mb_id}`)
      return found
    },
    albumMetadata,
    isReleased: album => Date.parse(albumMetadata(album).release_date) <= timeline.now(),
    filesOf: album => [...files.values()].filter(file => file.album_id === album.id),
  }
}

/** A folder name that is taken gets the disambiguation appended, or a number where there is none (lidarr.md). */
export function artistPath(library: LidarrLibrary, root: string, artist: CatalogueArtist): string {
  const base = `${root.replace(/\/$/, '')}/${folderName(artist.name)}`
  const named = artist.disambiguation ? `${base} (${folderName(artist.disambiguation)})` : `${base} (1)`
  const taken = library.artists.values().some(one => one.path === base)
  return taken ? named : base
}

export function newAlbum(servarr: Servarr, artist: LibraryArtist, mbId: string): LibraryAlbum {
  return {
    id: servarr.nextId('album'),
    mb_id: mbId,
    artist_id: artist.id,
    monitored: false,
    any_release_ok: true,
    manual: false,
    add_options: null,
    releases: [],
    tracks: [],
    last_search: null,
  }
}

/** What a refresh brings into an album: its releases, and the tracks of the monitored one. */
export function fillAlbum(servarr: Servarr, library: LidarrLibrary, album: LibraryAlbum): void {
  if (album.releases.length > 0) return
  const { releases } = library.albumMetadata(album)
  album.releases = releases.map((metadata, i) => ({
    id: servarr.nextId('albumrelease'),
    metadata,
    monitored: i === 0,
  }))
  album.tracks = (releases[0]?.tracks ?? []).map(metadata => ({
    id: servarr.nextId('track'),
    metadata,
    file_id: 0,
  }))
}
