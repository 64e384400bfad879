import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { FilePlace, MediaFile, MediaFiles, TitleFile } from '#ports/media-files.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { FileRecord, readListed } from '../servarr/servarr-files.ts'
import { eachRecord } from '../servarr/servarr-stream.ts'
import { LIDARR } from './lidarr-product.ts'

const TrackFile = z.object({
  ...FileRecord,
  /** 0 for files without a known album. */
  albumId: z.int(),
})
const Track = z.object({
  trackFileId: z.int().nullish(),
  /** As printed: `1`, `A2`. */
  trackNumber: z.string().nullish(),
  absoluteTrackNumber: z.int().nullish(),
  mediumNumber: z.int().nullish(),
  title: z.string().nullish(),
})
const Shelved = z.object({
  path: z.string().nullish(),
  statistics: z.object({ trackFileCount: z.int() }).nullish(),
})

function fileOf({ id, albumId, path, size }: z.output<typeof TrackFile>): MediaFile {
  return { file_id: id, record_id: albumId, path, size_bytes: size }
}

/** One file may contain a whole album (lidarr.md); then it has no single track. */
function placed(file: z.output<typeof TrackFile>, tracks: readonly z.output<typeof Track>[]): TitleFile {
  const [track] = tracks
  if (!track || tracks.length > 1) return fileOf(file)
  const number = Number(track.trackNumber) || track.absoluteTrackNumber
  return {
    ...fileOf(file),
    ...(track.title && { title: track.title }),
    ...(number && { track_number: number }),
    ...(track.mediumNumber && { disc_number: track.mediumNumber }),
  }
}

function byTrack(a: TitleFile, b: TitleFile): number {
  return (
    (a.disc_number ?? 0) - (b.disc_number ?? 0) ||
    (a.track_number ?? 0) - (b.track_number ?? 0) ||
    a.file_id - b.file_id
  )
}

/** Lidarr, API v1: lidarr.md, "Track, track file". */
export function createLidarrFiles(internal: Transport): MediaFiles {
  const client = createServarrClient(internal, LIDARR)

  async function ofAlbum(connection: Connection, albumId: number, signal?: AbortSignal) {
    const query = { albumId }
    const [files, tracks] = await Promise.all([
      client.get(z.array(TrackFile), connection, { path: 'trackfile', query, signal }),
      client.get(z.array(Track), connection, { path: 'track', query, signal }),
    ])
    const byFile = Map.groupBy(tracks, track => track.trackFileId ?? 0)
    const own = files.filter(file => file.albumId === albumId)
    return own.map(file => placed(file, byFile.get(file.id) ?? []))
  }

  return {
    async find(connection, file_id, signal) {
      const call = { path: 'trackfile', ids: 'trackFileIds', file_id, signal }
      const file = await readListed(client, TrackFile, connection, call)
      return file && file.albumId > 0 ? fileOf(file) : null
    },
    async ofRecords(connection, record_ids, signal) {
      const found = await Promise.all(record_ids.map(id => ofAlbum(connection, id, signal)))
      return found.flat().sort(byTrack)
    },
    async places(connection, signal) {
      const places: FilePlace[] = []
      await eachRecord(internal, LIDARR, connection, { path: 'artist', signal }, Shelved, artist => {
        const files = artist.statistics?.trackFileCount ?? 0
        if (files > 0 && artist.path) places.push({ path: artist.path, files })
      })
      return places
    },
  }
}
