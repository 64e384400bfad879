import { z } from 'zod'
import type { LibraryAlbum, LibraryArtist } from '#ports/music-library.ts'
import { Images, posterFrom } from '../servarr/servarr-calendar.ts'
import { timeOf, yearOf } from '../servarr/servarr-times.ts'

/** lidarr.md: lower-case UUIDs; anything else is answered with 400. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Releases, media, links and ratings are most of a record, and are not read. */
export const Album = z.object({
  id: z.int(),
  title: z.string(),
  foreignAlbumId: z.string().nullish(),
  artistId: z.int(),
  albumType: z.string().nullish(),
  releaseDate: z.string().nullish(),
  monitored: z.boolean(),
  images: Images,
  statistics: z
    .object({
      trackFileCount: z.int().nullish(),
      trackCount: z.int().nullish(),
      totalTrackCount: z.int().nullish(),
    })
    .nullish(),
})
export type Album = z.output<typeof Album>

export const Artist = z.object({
  id: z.int(),
  artistName: z.string(),
  foreignArtistId: z.string().nullish(),
  monitored: z.boolean(),
  added: z.string().nullish(),
  images: Images,
})

/**
 * lidarr.md, "Statistics": the total counts every track of the monitored release. `trackCount` excludes unwanted
 * tracks, so half an unwanted album would look complete.
 */
export function tracksOf({ statistics }: Pick<Album, 'statistics'>) {
  return {
    track_count: statistics?.totalTrackCount ?? statistics?.trackCount ?? 0,
    track_file_count: statistics?.trackFileCount ?? 0,
  }
}

export function albumOf(album: Album): LibraryAlbum {
  return {
    record_id: album.id,
    foreign_id: album.foreignAlbumId ?? '',
    artist_id: album.artistId,
    title: album.title,
    release_type: album.albumType || 'Album',
    year: yearOf(album.releaseDate),
    monitored: album.monitored,
    ...tracksOf(album),
    cover: posterFrom(album.images, 'cover'),
  }
}

export function artistOf(artist: z.output<typeof Artist>): LibraryArtist {
  return {
    record_id: artist.id,
    foreign_id: artist.foreignArtistId ?? '',
    name: artist.artistName,
    monitored: artist.monitored,
    added: timeOf(artist.added),
    image: posterFrom(artist.images, 'poster'),
  }
}
