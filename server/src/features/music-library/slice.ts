import type { Deliveries } from '#features/deliveries/index.ts'
import type { WorkFilter } from '#features/hidden-titles/index.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { OnStale } from '#features/library-status/index.ts'
import { createMusicRows, type Live, type LiveMany, type TitleOf } from '#features/requests/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { MusicLibrary } from '#ports/music-library.ts'
import { createLidarrShelf } from '#upstreams/lidarr/lidarr-adds.ts'
import { createLidarrLibrary } from '#upstreams/lidarr/lidarr-library.ts'
import { createAlbumProof } from './album-proof.ts'
import { createMusicLibrary } from './music-library.ts'
import { musicLibraryRoutes } from './music-library-routes.ts'
import type { MusicSnapshots } from './music-snapshot.ts'

interface Needs {
  inventory: Inventory
  onStale: OnStale
  deliveries: Deliveries
  hidden_works: Pick<WorkFilter, 'inLibrary'>
}

/** Music libraries, and the status of requests for music. */
export function createMusicLibrarySlice(platform: Platform, needs: Needs) {
  const { database, outbound } = platform
  const { inventory, deliveries } = needs
  const parts = { ...platform, ...needs }
  const library = createLidarrLibrary(outbound.internal)
  const saved = createMusicRows(deliveries)
  const music = createMusicLibrary({
    ...parts,
    library,
    saved,
    hiddenAlbums: () => needs.hidden_works.inLibrary('music'),
    learnTitle: platform.hooks.titleLearned.run,
    currentCaller: createCurrentCaller(database),
  })
  return {
    api: {
      live: createMusicLive(parts, music.snapshots),
      proveAlbum: createAlbumProof({ ...parts, library }),
      titleOf: createAlbumTitle(parts, library),
      /** 1:4.11: the records of an album in a library; the record of a delivery outlives the id. */
      async records(instance: InstanceRecord, foreign_id: string): Promise<number[]> {
        const connection = inventory.connectionOf(instance)
        const kept = await saved.recordOf(database.read, { foreign_id, instance_id: instance.id })
        if (kept !== null && (await library.album(connection, kept))) return [kept]
        return (await library.findAlbums(connection, foreign_id)).map(album => album.record_id)
      },
      /** 1/6: changes in its queue, for open pages. */
      watched: {
        queue: (instance: InstanceRecord, signal: AbortSignal) =>
          library.queue(inventory.connectionOf(instance), signal),
        async status(instance: InstanceRecord, foreign_id: string) {
          const seen = await music.snapshots.album(instance, { foreign_id, record_id: null })
          return seen.known ? seen.status : null
        },
      },
    },
    routes: musicLibraryRoutes(music),
    close: music.close,
  }
}

const NEVER = new AbortController().signal

/** C69: the album title from the manager or its provider; null: neither knows it. Throws faults. */
function createAlbumTitle({ inventory, outbound }: Platform & Needs, library: MusicLibrary): TitleOf {
  const shelf = createLidarrShelf(outbound.internal)
  return async (instance, { foreign_id }, signal = NEVER) => {
    if (foreign_id === null) return null
    const connection = inventory.connectionOf(instance)
    const [there] = await library.findAlbums(connection, foreign_id, signal)
    if (there) return there.title
    const found = await shelf.lookup(connection, shelf.exactTerm(foreign_id), signal)
    return found.find(album => album.foreign_id === foreign_id)?.title ?? null
  }
}

/** Live status of requested albums, through the record of their delivery if there is one. */
function createMusicLive({ database, deliveries }: Platform & Needs, snapshots: MusicSnapshots): LiveMany {
  return async (instance, titles) => {
    const ids = titles.flatMap(title => title.id ?? [])
    const states = await deliveries.statesOf(database.read, ids)
    const albums = titles.map(({ id = 0, foreign_id }) => {
      const [delivery] = states.get(id) ?? []
      return {
        foreign_id: foreign_id ?? delivery?.canonical_foreign_id ?? null,
        record_id: delivery?.record_id ?? null,
      }
    })
    const { value: seen, isCurrent } = await snapshots.albums(instance, albums)
    const value = seen.map((one, i): Live => {
      if (!one.known) return one
      const isOther = one.foreign_id && one.foreign_id !== titles[i]?.foreign_id
      return {
        known: true,
        status: one.status,
        ...(one.title !== undefined && { title: one.title }),
        ...(isOther && { canonical_foreign_id: one.foreign_id }),
      }
    })
    return { value, isCurrent }
  }
}
