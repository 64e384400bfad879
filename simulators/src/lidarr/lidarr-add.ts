import { Refused } from '../kit/answer.ts'
import { asList, asRecord, flagIn, type JsonRecord, numberIn, numbersIn, textIn } from '../kit/json.ts'
import { profileFailures, rootFailures } from '../servarr/add-failures.ts'
import type { Commands } from '../servarr/commands.ts'
import type { Profiles } from '../servarr/profiles.ts'
import type { RootFolders } from '../servarr/root-folders.ts'
import { type Failure, failed, invalid } from '../servarr/servarr-answers.ts'
import type { LidarrActivity } from './lidarr-activity.ts'
import {
  type AddArtistOptions,
  artistPath,
  fillAlbum,
  type LibraryAlbum,
  type LibraryArtist,
  newAlbum,
} from './lidarr-library.ts'
import type { MetadataProfiles } from './lidarr-profiles.ts'
import type { Shown } from './lidarr-resources.ts'

export interface AddParts extends Shown {
  profiles: Profiles
  metadataProfiles: MetadataProfiles
  rootFolders: RootFolders
  activity: LidarrActivity
  commands: Commands
}

/** lidarr.md, "Add one album": the artist's settings are checked even when the artist exists and they are ignored. */
function artistFailures(parts: AddParts, body: JsonRecord, prefix: string): Failure[] {
  const failures: Failure[] = []
  const quality = numberIn(body, 'qualityProfileId') ?? 0
  const metadata = numberIn(body, 'metadataProfileId') ?? 0
  const root = textIn(body, 'rootFolderPath') ?? ''
  const refuse = (member: string, message: string, value: unknown, code: string) =>
    failures.push({ property: `${prefix}${member}`, message, value, code })
  if (!textIn(body, 'foreignArtistId')) {
    refuse('ForeignArtistId', "'Foreign Artist Id' must not be empty.", '', 'NotEmptyValidator')
  }
  failures.push(...profileFailures(parts.profiles, quality, prefix))
  if (!parts.metadataProfiles.has(metadata)) {
    refuse('MetadataProfileId', 'Metadata profile does not exist', metadata, 'MetadataProfileExistsValidator')
  }
  if (!textIn(body, 'path')) failures.push(...rootFailures(parts.rootFolders, root, prefix))
  return failures
}

function refuseWhenDown({ servarr }: AddParts, id: string): void {
  if (!servarr.switches.metadata_down) return
  throw new Refused(failed(503, `Search for '${id}' failed. LidarrAPI Temporarily Unavailable (503)`))
}

function unknownId(what: string, id: string): Refused {
  const message = `${what} with this ID was not found`
  return new Refused(invalid({ property: 'MusicbrainzId', message, value: id, code: '' }))
}

function readArtist(parts: AddParts, body: JsonRecord): LibraryArtist {
  const { servarr, library } = parts
  const mbId = textIn(body, 'foreignArtistId') ?? ''
  const metadata = library.catalogue.artist(mbId)
  if (!metadata) throw unknownId('An artist', mbId)
  const root = textIn(body, 'rootFolderPath') ?? ''
  const options = asRecord(body['addOptions'])
  const add_options: AddArtistOptions | null = body['addOptions']
    ? {
        monitor: textIn(options, 'monitor') ?? 'all',
        albumsToMonitor: asList(options['albumsToMonitor']).filter(one => typeof one === 'string'),
        searchForMissingAlbums: flagIn(options, 'searchForMissingAlbums') ?? false,
      }
    : null
  return {
    id: servarr.nextId('artist'),
    mb_id: mbId,
    monitored: flagIn(body, 'monitored') ?? true,
    // lidarr.md: left out, it is `all`.
    monitor_new_items: textIn(body, 'monitorNewItems') ?? 'all',
    quality_profile_id: numberIn(body, 'qualityProfileId') ?? 0,
    metadata_profile_id: numberIn(body, 'metadataProfileId') ?? 0,
    root_folder_path: root,
    path: textIn(body, 'path') ?? artistPath(library, root, metadata),
    tags: numbersIn(body, 'tags'),
    added: servarr.timeline.now(),
    add_options,
  }
}

export function addArtist(parts: AddParts, body: JsonRecord): LibraryArtist {
  const { library } = parts
  const mbId = textIn(body, 'foreignArtistId') ?? ''
  const failures = artistFailures(parts, body, '')
  if (library.artistByMb(mbId)) {
    const message = 'This artist has already been added.'
    failures.push({ property: 'ForeignArtistId', message, value: mbId, code: 'ArtistExistsValidator' })
  }
  if (failures.length > 0) throw new Refused(invalid(...failures))
  refuseWhenDown(parts, mbId)
  const artist = readArtist(parts, body)
  library.artists.set(artist.id, artist)
  refreshLater(parts, artist)
  return artist
}

export function addAlbum(parts: AddParts, body: JsonRecord): LibraryAlbum {
  const { servarr, library } = parts
  const mbId = textIn(body, 'foreignAlbumId') ?? ''
  const nested = asRecord(body['artist'])
  const failures = artistFailures(parts, nested, 'Artist.')
  if (library.albumByMb(mbId)) {
    const message = 'This album has already been added.'
    failures.push({ property: 'ForeignAlbumId', message, value: mbId, code: 'AlbumExistsValidator' })
  }
  if (failures.length > 0) throw new Refused(invalid(...failures))
  refuseWhenDown(parts, mbId)
  const metadata = library.catalogue.album(mbId)
  if (!metadata) throw unknownId('An album', mbId)
  let artist = library.artistByMb(metadata.artist_id)
  if (!artist) {
    artist = readArtist(parts, { ...nested, foreignArtistId: metadata.artist_id })
    library.artists.set(artist.id, artist)
  }
  library.exclusions.delete(mbId)
  const album: LibraryAlbum = {
    ...newAlbum(servarr, artist, mbId),
    monitored: flagIn(body, 'monitored') ?? false,
    any_release_ok: flagIn(body, 'anyReleaseOk') ?? true,
    manual: true,
    add_options: {
      searchForNewAlbum: flagIn(asRecord(body['addOptions']), 'searchForNewAlbum') ?? false,
    },
  }
  library.albums.set(album.id, album)
  refreshLater(parts, artist)
  return album
}

/** servarr-common.md, 10: the record exists at once; catalogue, tracks, monitoring and search follow. */
function refreshLater(parts: AddParts, artist: LibraryArtist): void {
  const { servarr, library, activity, commands } = parts
  servarr.timeline.after(servarr.refresh_ms, () => {
    if (!library.artists.has(artist.id)) return
    refreshArtist(parts, artist)
    const options = artist.add_options
    artist.add_options = null
    const albums = library.albumsOf(artist.id)
    const wanted = albums.filter(album => album.add_options?.searchForNewAlbum)
    for (const album of albums) album.add_options = null
    if (!options) {
      if (wanted.length > 0) commands.queue('AlbumSearch', { albumIds: wanted.map(album => album.id) })
      return
    }
    applyMonitoring(parts, artist, options)
    // lidarr.md: with artist options the albums' own search wish is not used.
    if (options.searchForMissingAlbums) commands.queue('MissingAlbumSearch', { artistId: artist.id })
    activity.tell(artist, ['onArtistAdd'], 'ArtistAdd', {})
  })
}

/** Brings in the catalogue that the metadata profile allows, and drops what it no longer does. */
export function refreshArtist(parts: AddParts, artist: LibraryArtist): void {
  const { servarr, library, metadataProfiles } = parts
  for (const metadata of library.artistMetadata(artist).albums) {
    const allowed = metadataProfiles.allows(artist.metadata_profile_id, metadata)
    const known = library.albumByMb(metadata.id)
    if (known && !known.manual && !allowed && library.filesOf(known).length === 0) {
      library.albums.delete(known.id)
    }
    if (known || !allowed || library.exclusions.has(metadata.id)) continue
    const album = newAlbum(servarr, artist, metadata.id)
    album.monitored = artist.monitor_new_items === 'all'
    library.albums.set(album.id, album)
  }
  for (const album of library.albumsOf(artist.id)) fillAlbum(servarr, library, album)
}

function applyMonitoring({ library }: AddParts, artist: LibraryArtist, options: AddArtistOptions): void {
  const albums = library.albumsOf(artist.id)
  const dates = albums.map(album => library.albumMetadata(album).release_date).toSorted()
  const wanted: Record<string, (album: LibraryAlbum) => boolean> = {
    all: () => true,
    none: () => false,
    future: album => !library.isReleased(album),
    missing: album => library.filesOf(album).length === 0,
    existing: album => library.filesOf(album).length > 0,
    first: album => library.albumMetadata(album).release_date === dates[0],
    latest: album => library.albumMetadata(album).release_date === dates.at(-1),
  }
  const listed = options.albumsToMonitor
  const choose =
    listed.length > 0 ? (album: LibraryAlbum) => listed.includes(album.mb_id) : wanted[options.monitor]
  if (!choose) return
  for (const album of albums) album.monitored = choose(album)
  if (options.monitor === 'none' && listed.length === 0) artist.monitored = false
}
