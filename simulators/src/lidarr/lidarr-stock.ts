import { MINUTE_MS } from '../kit/time.ts'
import { type AddParts, refreshArtist } from './lidarr-add.ts'
import { preferredQuality } from './lidarr-activity.ts'
import { artistPath, fillAlbum, type LibraryAlbum, type LibraryArtist, newAlbum } from './lidarr-library.ts'
import type { Tags } from '../servarr/tags.ts'

export interface NewLibraryArtist {
  monitored?: boolean
  quality_profile_id?: number
  metadata_profile_id?: number
  tags?: readonly string[]
  added?: number
}

export interface NewLibraryAlbum {
  monitored?: boolean
  /** `all`, or how many tracks have a file. */
  files?: 'all' | number
  quality?: string
  added?: number
}

/** As if long there: its catalogue is known, nothing of it is wanted, no event is sent. */
export function stockArtist(
  parts: AddParts & { tags: Tags },
  mbId: string,
  wish: NewLibraryArtist,
): LibraryArtist {
  const { servarr, library } = parts
  const known = library.artistByMb(mbId)
  if (known) return known
  const metadata = library.catalogue.artist(mbId)
  if (!metadata) throw new Error(`the catalogue has no artist ${mbId}`)
  const root = parts.rootFolders.all()[0]?.path ?? '/music/'
  const artist: LibraryArtist = {
    id: servarr.nextId('artist'),
    mb_id: mbId,
    monitored: wish.monitored ?? true,
    monitor_new_items: 'none',
    quality_profile_id: wish.quality_profile_id ?? 2,
    metadata_profile_id: wish.metadata_profile_id ?? 1,
    root_folder_path: root,
    path: artistPath(library, root, metadata),
    tags: (wish.tags ?? []).map(label => parts.tags.ensure(label).id),
    added: wish.added ?? servarr.timeline.now(),
    add_options: null,
  }
  library.artists.set(artist.id, artist)
  refreshArtist(parts, artist)
  return artist
}

/** The album, with its artist when that is missing too. */
export function stockAlbum(
  parts: AddParts & { tags: Tags },
  mbId: string,
  wish: NewLibraryAlbum,
): LibraryAlbum {
  const { servarr, library } = parts
  const metadata = library.catalogue.album(mbId)
  if (!metadata) throw new Error(`the catalogue has no album ${mbId}`)
  const artist = stockArtist(parts, metadata.artist_id, wish.added === undefined ? {} : { added: wish.added })
  let album = library.albumByMb(mbId)
  if (!album) {
    album = { ...newAlbum(servarr, artist, mbId), manual: true }
    library.albums.set(album.id, album)
    fillAlbum(servarr, library, album)
  }
  album.monitored = wish.monitored ?? true
  const count = wish.files === 'all' ? album.tracks.length : (wish.files ?? 0)
  if (count > 0)
    putFiles(parts, album, { count, quality: wish.quality ?? preferredQuality(artist), at: wish.added })
  return album
}

function putFiles(
  { servarr, activity }: AddParts,
  album: LibraryAlbum,
  { count, quality, at }: { count: number; quality: string; at: number | undefined },
): void {
  const release = activity.releaseFor(album, quality)
  const date = at ?? servarr.timeline.now()
  const target = { parent_id: album.artist_id, child_ids: [album.id] }
  const download_id = `SABnzbd_nzo_past${album.id}`
  activity.history.write('grabbed', target, { release, download_id, date: date - GRAB_LEAD_MS })
  for (const file of activity.files.placeFound(album, release, count)) file.date_added = date
  activity.history.write('downloadImported', target, { release, download_id, date })
}

const GRAB_LEAD_MS = 30 * MINUTE_MS
