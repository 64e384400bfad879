import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { MusicActions, MusicTarget } from '#ports/manager-actions.ts'
import type { WorkEntries } from '#ports/title-entries.ts'
import { type ActionDialect, createServarrActions } from '../servarr/servarr-actions.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { createServarrWorks } from '../servarr/servarr-entries.ts'
import { readOne } from '../servarr/servarr-files.ts'
import { LIDARR } from './lidarr-product.ts'

const Record = z.object({ id: z.int() })
const Candidate = z.looseObject({
  artist: Record.nullish(),
  album: Record.nullish(),
  tracks: z.array(Record).nullish(),
})
const Album = z.object({ title: z.string(), artist: z.object({ artistName: z.string() }).nullish() })
const Artist = z.object({ artistName: z.string() })

const DIALECT: ActionDialect<MusicTarget, MusicTarget, typeof Candidate> = {
  search: target =>
    target.kind === 'artist'
      ? { name: 'ArtistSearch', artistId: target.artist_id }
      : { name: 'AlbumSearch', albumIds: [target.album_id] },
  // Its page calls this "Refresh & Scan"; a scan alone would take whole root folders (lidarr.md, "Commands").
  rescan: artist_id => ({ name: 'RefreshArtist', artistIds: [artist_id] }),
  releaseQuery: target =>
    target.kind === 'artist' ? { artistId: target.artist_id } : { albumId: target.album_id },
  candidate: Candidate,
  importFile(file) {
    const { artist, album, albumReleaseId, quality, indexerFlags, downloadId } = file
    const track_ids = (file.tracks ?? []).map(track => track.id)
    return {
      parts: artist && album ? track_ids.map(id => `track ${id}`) : [],
      fields: {
        artistId: artist?.id,
        albumId: album?.id,
        albumReleaseId,
        trackIds: track_ids,
        quality,
        indexerFlags,
        downloadId,
        disableReleaseSwitching: false,
      },
    }
  },
  // With it, the other files of the album would be deleted.
  import_options: { replaceExistingFiles: false },
  files: {
    resource: 'trackfile',
    parent: 'albumId',
    ids: 'trackFileIds',
    historyOf: album_id => ({ path: 'history', query: { albumId: album_id } }),
  },
}

/** Lidarr, API v1: lidarr.md, "Commands". */
export function createLidarrActions(internal: Transport): MusicActions {
  const client = createServarrClient(internal, LIDARR)
  return {
    ...createServarrActions(internal, LIDARR, DIALECT),
    async nameOf(connection, target, signal) {
      if (target.kind === 'artist') {
        const path = `artist/${target.artist_id}`
        return (await readOne(client, Artist, connection, { path, signal }))?.artistName ?? null
      }
      const album = await readOne(client, Album, connection, { path: `album/${target.album_id}`, signal })
      if (!album) return null
      return album.artist ? `${album.title} by ${album.artist.artistName}` : album.title
    },
  }
}

export function createLidarrEntries(internal: Transport): WorkEntries {
  return createServarrWorks(internal, LIDARR, {
    resource: 'album',
    pageOf: ({ id, foreignAlbumId }) => foreignAlbumId ?? String(id),
  })
}
