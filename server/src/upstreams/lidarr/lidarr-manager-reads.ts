import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { LibraryEntry, ManagedTitle, ManagerReads } from '#ports/manager-reads.ts'
import { known } from '../servarr/servarr-calendar.ts'
import { factsOf, WireFileFacts } from '../servarr/servarr-file-facts.ts'
import { readOne } from '../servarr/servarr-files.ts'
import { createServarrManagerReads } from '../servarr/servarr-manager-reads.ts'
import { eachRecord } from '../servarr/servarr-stream.ts'
import { yearOf } from '../servarr/servarr-times.ts'
import { createLidarrLibrary } from './lidarr-library.ts'
import { LIDARR } from './lidarr-product.ts'
import { Album, tracksOf } from './lidarr-wire.ts'

const Row = z.object({
  artistId: z.int().nullish(),
  albumId: z.int().nullish(),
  artist: z.object({ artistName: z.string().nullish() }).nullish(),
  album: z
    .object({ title: z.string(), foreignAlbumId: z.string().nullish(), releaseDate: z.string().nullish() })
    .nullish(),
})
/** A file that could be imported names its records only inside of them. */
const Candidate = z.object({
  artist: z.object({ id: z.int(), artistName: z.string().nullish() }).nullish(),
  album: z.object({ id: z.int(), title: z.string(), foreignAlbumId: z.string().nullish() }).nullish(),
})
const TrackFile = z.object({ ...WireFileFacts.shape, albumId: z.int() })

function titleOf({ artistId, albumId, artist, album }: z.output<typeof Row>): ManagedTitle | null {
  if (!album) return null
  return {
    title: album.title,
    ...known('year', yearOf(album.releaseDate)),
    ...known('foreign_id', album.foreignAlbumId),
    ...known('artist', artist?.artistName),
    ...known('artist_id', artistId),
    ...known('album_id', albumId),
  }
}

/** lidarr.md, "Statistics": `trackCount` counts the tracks that have a file or whose monitored album is out. */
function entryOf(album: Album, artist: string | undefined): LibraryEntry {
  const { track_file_count } = tracksOf(album)
  return {
    title: album.title,
    ...known('year', yearOf(album.releaseDate)),
    ...known('foreign_id', album.foreignAlbumId),
    ...known('artist', artist),
    artist_id: album.artistId,
    album_id: album.id,
    monitored: album.monitored,
    file_count: track_file_count,
    wanted_count: album.statistics?.trackCount ?? track_file_count,
  }
}

/** Lidarr, API v1. */
export function createLidarrManagerReads(internal: Transport): ManagerReads {
  const library = createLidarrLibrary(internal)
  return createServarrManagerReads(internal, {
    product: LIDARR,
    record: Row,
    titleOf,
    includes: { includeArtist: true, includeAlbum: true },
    include_unknown: 'includeUnknownArtistItems',
    historyOf: ({ record_id }) => ({ path: 'history', query: { albumId: record_id } }),
    candidate: Candidate,
    candidateTitle: ({ artist, album }) => ({
      title: titleOf({
        artistId: artist?.id,
        albumId: album?.id,
        artist,
        album: album && { ...album, releaseDate: null },
      }),
    }),
    titles(client) {
      const title: ManagerReads['title'] = async (connection, { record_id }, signal) => {
        const album = await readOne(client, Album, connection, { path: `album/${record_id}`, signal })
        if (!album) return null
        const artist = await library.artist(connection, album.artistId, signal)
        return [entryOf(album, artist?.name)]
      }
      return {
        title,
        async eachTitle(connection, { artist_id, album_id }, take, signal) {
          if (album_id !== undefined) {
            const found = await title(connection, { record_id: album_id }, signal)
            for (const one of found ?? [])
              if (artist_id === undefined || one.artist_id === artist_id) take(one)
            return
          }
          const names = new Map<number, string>()
          await library.eachArtist(connection, artist => names.set(artist.record_id, artist.name), signal)
          const query = artist_id === undefined ? {} : { artistId: artist_id }
          await eachRecord(internal, LIDARR, connection, { path: 'album', query, signal }, Album, album => {
            if (artist_id === undefined || album.artistId === artist_id)
              take(entryOf(album, names.get(album.artistId)))
          })
        },
        async files(connection, { record_id }, signal) {
          const query = { albumId: record_id }
          const files = await client.get(z.array(TrackFile), connection, { path: 'trackfile', query, signal })
          return files.filter(file => file.albumId === record_id).map(factsOf)
        },
      }
    },
  })
}
