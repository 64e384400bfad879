import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { OnStale } from '#features/library-status/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Snapshot } from '#kit/snapshot.ts'
import { createValueCache, type ValueCache } from '#kit/value-cache.ts'
import type { QueuedDownload } from '#ports/download-queue.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { LibraryAlbum, LibraryArtist, MusicLibrary, QueuedAlbum } from '#ports/music-library.ts'
import { shownPicture } from './album-rules.ts'

/** 1:8: how old library data may be. */
const KEPT_MS = 15_000
const MB = 1024 * 1024
/** The approximate size of parsed records. */
const ALBUM_BYTES = 350
const ARTIST_BYTES = 300
const ROW_BYTES = 250
const LEAST_BYTES = 100

export interface ShelfParts {
  clock: Clock
  inventory: Pick<Inventory, 'connectionOf'>
  library: MusicLibrary
  onStale: OnStale
}

/** A whole library, read in one pass; artists by record. */
export interface Digest {
  albums: readonly LibraryAlbum[]
  artists: ReadonlyMap<number, LibraryArtist>
}

/** How to find an album: by its known record, or by its release group. */
export type AlbumKey = { record_id: number } | { foreign_id: string }

/** The downloads of each album record. */
export type Downloads = ReadonlyMap<number, readonly QueuedDownload[]>

/**
 * The state of each music library within the last fifteen seconds. One read serves all concurrent callers, and nothing
 * read before an invalidation is served after it. All functions throw the library's errors.
 */
export function createMusicShelf({ clock, inventory, library, onStale }: ShelfParts) {
  const make = <V>(max_bytes: number, size_of: (value: V) => number) =>
    createValueCache<V>({
      name: 'music-library',
      clock,
      max_bytes,
      size_of: value => LEAST_BYTES + size_of(value),
    })
  const digests = make<Digest>(
    96 * MB,
    ({ albums, artists }) => albums.length * ALBUM_BYTES + artists.size * ARTIST_BYTES,
  )
  const singles = make<readonly LibraryAlbum[]>(4 * MB, found => found.length * ALBUM_BYTES)
  const queues = make<readonly QueuedAlbum[]>(4 * MB, rows => rows.length * ROW_BYTES)
  const all = [digests, singles, queues]

  // A background read must not delay the shutdown.
  const closing = new AbortController()
  const stop = onStale(id => {
    for (const cache of all)
      if (id === null) cache.invalidateAll()
      else cache.invalidateTag(id)
  })

  function keep<V>(
    cache: ValueCache<V>,
    instance: InstanceRecord,
    part: string,
    read: (connection: Connection, signal: AbortSignal) => Promise<V>,
  ): Promise<V> {
    const options = { ttl_ms: KEPT_MS, tags: [instance.id] }
    return cache.get(keyOf(instance, part), options, async signal =>
      read(inventory.connectionOf(instance), AbortSignal.any([signal, closing.signal])),
    )
  }

  return {
    /**
     * Must be read before the albums: a finished download moves from the queue to the library, and with an older album
     * list it would be in neither.
     */
    queue: (instance: InstanceRecord): Promise<readonly QueuedAlbum[]> =>
      keep(queues, instance, '', async (connection, signal) => {
        const rows = await library.queue(connection, signal)
        for (const cache of [digests, singles]) cache.invalidateTag(instance.id)
        return rows
      }),

    digest: (instance: InstanceRecord): Promise<Digest> =>
      keep(digests, instance, '', async (connection, signal) => {
        const artists = new Map<number, LibraryArtist>()
        await library.eachArtist(connection, artist => artists.set(artist.record_id, artist), signal)
        const albums: LibraryAlbum[] = []
        await library.eachAlbum(connection, album => albums.push(lean(album)), signal)
        return { albums, artists }
      }),

    /** Only if it was read recently; never reads. */
    digestAtHand: (instance: InstanceRecord): Digest | undefined => digests.peek(keyOf(instance, '')),

    /** A single album: a whole library is too much to read for one response. */
    async albums(instance: InstanceRecord, key: AlbumKey): Promise<Snapshot<readonly LibraryAlbum[]>> {
      const digest = digests.peek(keyOf(instance, ''))
      if (digest) {
        const value = digest.albums.filter(album => isOf(album, key))
        return { value, isCurrent: () => digests.isHeld(keyOf(instance, ''), digest) }
      }
      const part = 'record_id' in key ? `record ${key.record_id}` : `group ${key.foreign_id}`
      const value = await keep(singles, instance, part, async (connection, signal) => {
        if ('foreign_id' in key) return library.findAlbums(connection, key.foreign_id, signal)
        const album = await library.album(connection, key.record_id, signal)
        return album ? [album] : []
      })
      return { value, isCurrent: () => singles.isHeld(keyOf(instance, part), value) }
    },

    isQueueHeld: (instance: InstanceRecord, rows: readonly QueuedAlbum[]): boolean =>
      queues.isHeld(keyOf(instance, ''), rows),
    isDigestHeld: (instance: InstanceRecord, digest: Digest): boolean =>
      digests.isHeld(keyOf(instance, ''), digest),

    close() {
      stop()
      closing.abort()
    },
  }
}

export type MusicShelf = ReturnType<typeof createMusicShelf>

/** Keeps only the picture address that is shown: there are tens of thousands. */
function lean(album: LibraryAlbum): LibraryAlbum {
  return { ...album, cover: shownPicture(album.cover) }
}

function isOf(album: LibraryAlbum, key: AlbumKey): boolean {
  return 'record_id' in key ? album.record_id === key.record_id : album.foreign_id === key.foreign_id
}

export function downloadsByAlbum(rows: readonly QueuedAlbum[]): Downloads {
  const found = new Map<number, QueuedDownload[]>()
  for (const { record_id, download } of rows) {
    const known = found.get(record_id)
    if (known) known.push(download)
    else found.set(record_id, [download])
  }
  return found
}

/** An edited instance may point to another library, so its cache entry differs. */
export function keyOf({ id, updated_at }: InstanceRecord, part: string): string {
  return `${id} ${updated_at} ${part}`
}
