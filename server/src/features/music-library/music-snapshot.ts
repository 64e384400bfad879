import type { InstanceRecord } from '#features/instances/index.ts'
import { createReadBudget, unknown } from '#features/library-status/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { allCurrent, notCurrent, type Snapshot } from '#kit/snapshot.ts'
import type { LibraryAlbum } from '#ports/music-library.ts'
import { type LiveAlbum, liveAlbum } from './album-rules.ts'
import { type Digest, downloadsByAlbum, type MusicShelf } from './music-shelf.ts'

/** How long a response waits for a library. */
const READ_BUDGET_MS = 10_000
/** Beyond this many albums, one read of the library is cheaper than single reads. */
const SINGLE_READS = 8

/** A requested album, with the record its delivery created. */
export interface RequestedAlbum {
  foreign_id: string | null
  record_id: number | null
}

export interface MusicSnapshots {
  /** One album in one library, from a read within 15 s. Never throws. */
  album(instance: InstanceRecord, album: RequestedAlbum): Promise<LiveAlbum>
  /** In order; many from one read of the library. If it cannot be read, each is unknown. */
  albums(instance: InstanceRecord, albums: readonly RequestedAlbum[]): Promise<Snapshot<LiveAlbum[]>>
}

export function createMusicSnapshots(parts: { clock: Clock; log: Log; shelf: MusicShelf }): MusicSnapshots {
  const { shelf } = parts
  const withinBudget = createReadBudget(parts, READ_BUDGET_MS, 'a music library could not be read')

  /** 1:4.11: the record outlives the id; an album not found by its record is looked up by its release group. */
  async function find(
    instance: InstanceRecord,
    album: RequestedAlbum,
  ): Promise<Snapshot<readonly LibraryAlbum[]>> {
    const { record_id, foreign_id } = album
    const byRecord = record_id === null ? NOTHING : await shelf.albums(instance, { record_id })
    if (byRecord.value.length > 0 || foreign_id === null) return byRecord
    const byGroup = await shelf.albums(instance, { foreign_id })
    return { value: byGroup.value, isCurrent: allCurrent([byRecord, byGroup]) }
  }

  const single = (instance: InstanceRecord, album: RequestedAlbum): Promise<Snapshot<LiveAlbum>> =>
    withinBudget(async read => {
      // A release whose release group is not known yet.
      if (album.foreign_id === null && album.record_id === null) {
        return { value: unknown('identity_ambiguous'), isCurrent: () => true }
      }
      const rows = await read(shelf.queue(instance))
      const found = await read(find(instance, album))
      if (!found) return { value: unknown('library_unavailable'), isCurrent: notCurrent }
      const downloads = rows && downloadsByAlbum(rows)
      const value = liveAlbum(found.value, id => downloads && (downloads.get(id) ?? []))
      const isCurrent = () => rows !== null && shelf.isQueueHeld(instance, rows) && found.isCurrent()
      return { value, isCurrent }
    })

  const many: MusicSnapshots['albums'] = (instance, albums) =>
    withinBudget(async read => {
      const rows = await read(shelf.queue(instance))
      const digest = await read(shelf.digest(instance))
      if (!digest) return { value: albums.map(() => unknown('library_unavailable')), isCurrent: notCurrent }
      const downloads = rows && downloadsByAlbum(rows)
      const findIn = finder(digest)
      const value = albums.map(one => liveAlbum(findIn(one), id => downloads && (downloads.get(id) ?? [])))
      const isCurrent = () =>
        rows !== null && shelf.isQueueHeld(instance, rows) && shelf.isDigestHeld(instance, digest)
      return { value, isCurrent }
    })

  return {
    album: async (instance, album) => (await single(instance, album)).value,
    async albums(instance, albums) {
      if (albums.length > SINGLE_READS) return many(instance, albums)
      const found = await Promise.all(albums.map(one => single(instance, one)))
      return { value: found.map(one => one.value), isCurrent: allCurrent(found) }
    },
  }
}

const NOTHING: Snapshot<readonly LibraryAlbum[]> = { value: [], isCurrent: () => true }

function finder({ albums }: Digest) {
  const byRecord = new Map(albums.map(album => [album.record_id, album]))
  const byGroup = Map.groupBy(albums, album => album.foreign_id)
  return ({ record_id, foreign_id }: RequestedAlbum): readonly LibraryAlbum[] => {
    const kept = byRecord.get(record_id ?? 0)
    if (kept) return [kept]
    return foreign_id === null ? [] : (byGroup.get(foreign_id) ?? [])
  }
}
