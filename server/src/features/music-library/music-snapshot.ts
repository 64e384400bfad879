import type { InstanceRecord } from '#features/instances/index.ts'
import { createReadBudget, unknown } from '#features/library-status/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { allCurrent, notCurrent, type Snapshot } from '#kit/snapshot.ts'
import type { LibraryAlbum } from '#ports/music-library.ts'
import { type LiveAlbum, liveAlbum } from './album-rules.ts'
import { type Digest, downloadsByAlbum, type MusicShelf } from './music-shelf.ts'

/** How long an answer waits for a library. */
const READ_BUDGET_MS = 10_000
/** Past this many albums at once, one read of the library is cheaper than one of each. */
const SINGLE_READS = 8

/** An album as it was asked for, with the record that its delivery came to. */
export interface AskedAlbum {
  foreign_id: string | null
  record_id: number | null
}

export interface MusicSnapshots {
  /** One album in one library, from what was read within 15 s. Never throws a fault. */
  album(instance: InstanceRecord, asked: AskedAlbum): Promise<LiveAlbum>
  /** In their order; many from one read of the library. Unreadable, each of them is unknown. */
  albums(instance: InstanceRecord, asked: readonly AskedAlbum[]): Promise<Snapshot<LiveAlbum[]>>
}

export function createMusicSnapshots(parts: { clock: Clock; log: Log; shelf: MusicShelf }): MusicSnapshots {
  const { shelf } = parts
  const patiently = createReadBudget(parts, READ_BUDGET_MS, 'a music library could not be read')

  /** 1:4.11: the record outlives the id; what is gone by its record is looked for by its release group. */
  async function find(
    instance: InstanceRecord,
    asked: AskedAlbum,
  ): Promise<Snapshot<readonly LibraryAlbum[]>> {
    const { record_id, foreign_id } = asked
    const byRecord = record_id === null ? NOTHING : await shelf.albums(instance, { record_id })
    if (byRecord.value.length > 0 || foreign_id === null) return byRecord
    const byGroup = await shelf.albums(instance, { foreign_id })
    return { value: byGroup.value, isCurrent: allCurrent([byRecord, byGroup]) }
  }

  const single = (instance: InstanceRecord, asked: AskedAlbum): Promise<Snapshot<LiveAlbum>> =>
    patiently(async read => {
      // A pressing whose release group nobody named yet.
      if (asked.foreign_id === null && asked.record_id === null) {
        return { value: unknown('identity_ambiguous'), isCurrent: () => true }
      }
      const rows = await read(shelf.queue(instance))
      const found = await read(find(instance, asked))
      if (!found) return { value: unknown('library_unavailable'), isCurrent: notCurrent }
      const downloads = rows && downloadsByAlbum(rows)
      const value = liveAlbum(found.value, id => downloads && (downloads.get(id) ?? []))
      const isCurrent = () => rows !== null && shelf.isQueueHeld(instance, rows) && found.isCurrent()
      return { value, isCurrent }
    })

  const many: MusicSnapshots['albums'] = (instance, asked) =>
    patiently(async read => {
      const rows = await read(shelf.queue(instance))
      const digest = await read(shelf.digest(instance))
      if (!digest) return { value: asked.map(() => unknown('library_unavailable')), isCurrent: notCurrent }
      const downloads = rows && downloadsByAlbum(rows)
      const findIn = finder(digest)
      const value = asked.map(one => liveAlbum(findIn(one), id => downloads && (downloads.get(id) ?? [])))
      const isCurrent = () =>
        rows !== null && shelf.isQueueHeld(instance, rows) && shelf.isDigestHeld(instance, digest)
      return { value, isCurrent }
    })

  return {
    album: async (instance, asked) => (await single(instance, asked)).value,
    async albums(instance, asked) {
      if (asked.length > SINGLE_READS) return many(instance, asked)
      const found = await Promise.all(asked.map(one => single(instance, one)))
      return { value: found.map(one => one.value), isCurrent: allCurrent(found) }
    },
  }
}

const NOTHING: Snapshot<readonly LibraryAlbum[]> = { value: [], isCurrent: () => true }

function finder({ albums }: Digest) {
  const byRecord = new Map(albums.map(album => [album.record_id, album]))
  const byGroup = Map.groupBy(albums, album => album.foreign_id)
  return ({ record_id, foreign_id }: AskedAlbum): readonly LibraryAlbum[] => {
    const kept = byRecord.get(record_id ?? 0)
    if (kept) return [kept]
    return foreign_id === null ? [] : (byGroup.get(foreign_id) ?? [])
  }
}
