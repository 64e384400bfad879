import type { LibraryArtist as ArtistRow, RecentAlbum } from '@foyer/contract/music-library'
import type { HiddenWorks } from '#features/hidden-titles/index.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { OnStale } from '#features/library-status/index.ts'
import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { capped } from '#kit/list-order.ts'
import { type MaybeAsync, whenReady } from '#kit/maybe-async.ts'
import { readyLongList } from '#kit/long-list.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { createValueCache } from '#kit/value-cache.ts'
import type { MusicLibrary } from '#ports/music-library.ts'
import {
  type ArtistSort,
  albumProgress,
  compareArtists,
  type Counts,
  presentAlbum,
  presentArtist,
  presentRecent,
  type AlbumStatus,
} from './album-rules.ts'
import { type Digest, type Downloads, downloadsByAlbum, keyOf, type MusicShelf } from './music-shelf.ts'
import { RECENT_MAX, readRecent } from './recent-imports.ts'

/** 1/4.10: the digest, then the other lists. */
const DIGEST_MS = 15_000
const LIST_MS = MINUTE_MS
const MB = 1024 * 1024
const ROW_BYTES = 400
const NOWHERE: AlbumStatus = { status: 'unavailable', progress: 0 }

/** A source list and its derived orders or lengths; each is made once. */
interface Listed<T, K> {
  rows: readonly T[]
  ready: Map<K, Ready>
}

export interface ListParts {
  clock: Clock
  inventory: Pick<Inventory, 'connectionOf'>
  library: MusicLibrary
  shelf: MusicShelf
  onStale: OnStale
  /** The albums that an admin has hidden: they are in no list and no count. */
  hiddenAlbums(): MaybeAsync<HiddenWorks>
}

/** The lists of a music library as sent; all of them throw the library's errors. */
export function createMusicLists(parts: ListParts) {
  const { clock, inventory, library, shelf, onStale, hiddenAlbums } = parts
  const titles = createCache({ name: 'music-library', clock, max_bytes: 64 * MB })
  const artists = createValueCache<Listed<ArtistRow, ArtistSort>>({
    name: 'music-library',
    clock,
    max_bytes: 32 * MB,
    size_of: ({ rows }) => rows.length * ROW_BYTES,
  })
  const recent = createValueCache<Listed<RecentAlbum, number>>({
    name: 'music-library',
    clock,
    max_bytes: 4 * MB,
    size_of: ({ rows }) => rows.length * ROW_BYTES,
  })
  const stop = onStale(id => {
    for (const cache of [titles, artists, recent])
      if (id === null) cache.invalidateAll()
      else cache.invalidateTag(id)
  })
  const kept = (instance: InstanceRecord, ttl_ms: number) => ({ ttl_ms, tags: [instance.id] })

  /**
   * 1/4.10: any failed read fails the response, including the queue's, because a possibly wrong status is worse than
   * none.
   */
  async function readWhole(instance: InstanceRecord, hidden: HiddenWorks) {
    const downloads = downloadsByAlbum(await shelf.queue(instance))
    return { digest: withoutHidden(await shelf.digest(instance), hidden), downloads }
  }

  async function listArtists(
    instance: InstanceRecord,
    hidden: HiddenWorks,
  ): Promise<Listed<ArtistRow, ArtistSort>> {
    const { digest, downloads } = await readWhole(instance, hidden)
    const counts = countAlbums(digest, downloads)
    const rows = [...counts].flatMap(([id, count]) => {
      const artist = digest.artists.get(id)
      return artist ? [presentArtist(artist, count, instance.id)] : []
    })
    return { rows, ready: new Map() }
  }

  async function listRecent(
    instance: InstanceRecord,
    hidden: HiddenWorks,
  ): Promise<Listed<RecentAlbum, number>> {
    const digest = withoutHidden(await shelf.digest(instance), hidden)
    const filed = digest.albums.filter(album => album.track_file_count > 0)
    const found = await readRecent(library, inventory.connectionOf(instance), filed)
    const rows = found.map(({ album, imported_at }) =>
      presentRecent(
        { album, artist: digest.artists.get(album.artist_id), instance_id: instance.id },
        imported_at,
      ),
    )
    return { rows, ready: new Map() }
  }

  return {
    async titles(instance: InstanceRecord): Promise<Ready> {
      const hidden = await hiddenAlbums()
      return titles.get(keyOf(instance, hidden.version), kept(instance, DIGEST_MS), async () => {
        const { digest, downloads } = await readWhole(instance, hidden)
        return writeTitles(digest, downloads, instance.id)
      })
    },
    titlesAtHand: (instance: InstanceRecord) =>
      whenReady(hiddenAlbums(), ({ version }) => titles.getReady(keyOf(instance, version))),

    /** 1:4.10: sorted over the whole library, then cut; all orders share one entry. */
    async artists(instance: InstanceRecord, sort: ArtistSort): Promise<Ready> {
      const hidden = await hiddenAlbums()
      const key = keyOf(instance, hidden.version)
      const { rows, ready } = await artists.get(key, kept(instance, LIST_MS), () =>
        listArtists(instance, hidden),
      )
      return remember(ready, sort, () => ({
        artists: capped(rows.toSorted(compareArtists(sort))),
        total: rows.length,
      }))
    },

    async recent(instance: InstanceRecord, limit: number): Promise<Ready> {
      const hidden = await hiddenAlbums()
      const key = keyOf(instance, hidden.version)
      const { rows, ready } = await recent.get(key, kept(instance, LIST_MS), () =>
        listRecent(instance, hidden),
      )
      return remember(ready, Math.min(limit, RECENT_MAX), () => ({ items: rows.slice(0, limit) }))
    },

    close: stop,
  }
}

export type MusicLists = ReturnType<typeof createMusicLists>

function remember<K>(ready: Map<K, Ready>, key: K, make: () => unknown): Ready {
  const held = ready.get(key)
  if (held) return held
  const made = readyJson(make())
  ready.set(key, made)
  return made
}

function withoutHidden(digest: Digest, { version, isHidden }: HiddenWorks): Digest {
  if (version === '') return digest
  return { ...digest, albums: digest.albums.filter(({ foreign_id }) => !isHidden(foreign_id)) }
}

/** C15; artists without albums have no entry, and are left out of lists (1:4.10). */
function countAlbums({ albums }: Digest, downloads: Downloads): Map<number, Counts> {
  const counts = new Map<number, Counts>()
  for (const album of albums) {
    const count = counts.get(album.artist_id) ?? { album_count: 0, available_count: 0 }
    const album_status = albumProgress(album, downloads.get(album.record_id) ?? [])
    count.album_count += 1
    if (album_status?.status === 'available') count.available_count += 1
    counts.set(album.artist_id, count)
  }
  return counts
}

function writeTitles({ albums, artists }: Digest, downloads: Downloads, instance_id: string): Promise<Ready> {
  return readyLongList('titles', albums, album => {
    // The queue was read, so every album has a status.
    const album_status = albumProgress(album, downloads.get(album.record_id) ?? []) ?? NOWHERE
    return presentAlbum({ album, artist: artists.get(album.artist_id), album_status, instance_id })
  })
}
