import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { AlbumFile, MusicLibrary } from '#ports/music-library.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { downloadOf, QUEUE_MS, QueueRow } from '../servarr/servarr-queue.ts'
import { eachRecord } from '../servarr/servarr-stream.ts'
import { timeOf } from '../servarr/servarr-times.ts'
import { LIDARR } from './lidarr-product.ts'
import { Album, albumOf, Artist, artistOf, UUID } from './lidarr-wire.ts'

const Row = z.object({
  ...QueueRow,
  albumId: z.int().nullish(),
  album: z.object({ foreignAlbumId: z.string().nullish() }).nullish(),
})
const File = z.object({ albumId: z.int(), dateAdded: z.string().nullish() })
const History = z.object({ records: z.array(z.object({ albumId: z.int().nullish() })) })

/** lidarr.md: `trackFileImported` and `downloadImported`, by their numbers on the paged route. */
const IMPORTS = ['3', '8']
const HISTORY_PAGE = 500

/** Lidarr, API v1. */
export function createLidarrLibrary(internal: Transport): MusicLibrary {
  const client = createServarrClient(internal, LIDARR)

  /** Null: there is no such record, which is a valid response. */
  async function one<S extends z.core.$ZodType>(
    schema: S,
    connection: Connection,
    path: string,
    signal?: AbortSignal,
  ): Promise<z.output<S> | null> {
    const answer = await client.send(connection, { path, accept_statuses: [404], signal })
    return answer.status === 404 ? null : answer.json(schema)
  }

  const albums = async (...call: Parameters<typeof client.send>) =>
    (await client.get(z.array(Album), ...call)).map(albumOf)

  return {
    eachAlbum: (connection, take, signal) =>
      eachRecord(internal, LIDARR, connection, { path: 'album', signal }, Album, album =>
        take(albumOf(album)),
      ),
    eachArtist: (connection, take, signal) =>
      eachRecord(internal, LIDARR, connection, { path: 'artist', signal }, Artist, artist =>
        take(artistOf(artist)),
      ),
    async album(connection, record_id, signal) {
      const album = await one(Album, connection, `album/${record_id}`, signal)
      return album && albumOf(album)
    },
    async findAlbums(connection, foreign_id, signal) {
      if (!UUID.test(foreign_id)) return []
      const found = await albums(connection, {
        path: 'album',
        query: { foreignAlbumId: foreign_id },
        signal,
      })
      return found.filter(album => album.foreign_id === foreign_id)
    },
    async findArtist(connection, foreign_id, signal) {
      if (!UUID.test(foreign_id)) return null
      const query = { mbId: foreign_id }
      const artists = await client.get(z.array(Artist), connection, { path: 'artist', query, signal })
      const artist = artists.find(found => found.foreignArtistId === foreign_id)
      return artist ? artistOf(artist) : null
    },
    async artist(connection, record_id, signal) {
      const artist = await one(Artist, connection, `artist/${record_id}`, signal)
      return artist && artistOf(artist)
    },
    async albumsOf(connection, artist_id, signal) {
      const query = { artistId: artist_id }
      const found = await albums(connection, { path: 'album', query, signal })
      return found.filter(album => album.artist_id === artist_id)
    },
    async queue(connection, signal) {
      const rows = await client.get(z.array(Row), connection, {
        path: 'queue/details',
        query: { includeAlbum: true },
        timeout_ms: QUEUE_MS,
        signal,
      })
      return rows.flatMap(row => {
        const foreign_id = row.album?.foreignAlbumId
        if (!row.albumId) return []
        return [{ record_id: row.albumId, ...(foreign_id && { foreign_id }), download: downloadOf(row) }]
      })
    },
    async filesOf(connection, album_ids, signal) {
      const files: AlbumFile[] = []
      const query = { albumId: album_ids.map(String) }
      await eachRecord(internal, LIDARR, connection, { path: 'trackfile', query, signal }, File, file => {
        const added_at = timeOf(file.dateAdded)
        if (added_at !== null) files.push({ album_id: file.albumId, added_at })
      })
      return files
    },
    async importedLately(connection, page, signal) {
      const { records } = await client.get(History, connection, {
        path: 'history',
        query: {
          page,
          pageSize: HISTORY_PAGE,
          sortKey: 'date',
          sortDirection: 'descending',
          eventType: IMPORTS,
        },
        signal,
      })
      return [...new Set(records.flatMap(record => record.albumId ?? []))]
    },
  }
}
