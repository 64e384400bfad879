import type { LibraryArtist, MusicTitle } from '@foyer/contract/music-library'
import type { HiddenWorks } from '#features/hidden-titles/index.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import { readLimit, readSort } from '#kit/list-order.ts'
import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { MusicLibrary } from '#ports/music-library.ts'
import { ARTIST_SORTS, albumProgress, newestFirst, presentAlbum, presentArtist } from './album-rules.ts'
import type { MusicAccess } from './music-access.ts'
import type { MusicLists } from './music-lists.ts'
import { downloadsByAlbum } from './music-shelf.ts'

export interface ReaderParts {
  clock: Clock
  inventory: Pick<Inventory, 'connectionOf'>
  access: MusicAccess
  library: MusicLibrary
  lists: MusicLists
  hiddenAlbums(): MaybeAsync<HiddenWorks>
}

/** Reads of a music library (1:4.11). Null: the caller has none, and lists are empty. */
export function createMusicReader(parts: ReaderParts) {
  const { clock, inventory, access, library, lists, hiddenAlbums } = parts

  async function list(
    caller: Caller,
    instance_id: string | undefined,
    read: (instance: InstanceRecord) => Promise<Ready>,
  ): Promise<Ready | null> {
    const instance = await access.forList(caller, instance_id)
    if (!instance) return null
    const ready = await read(instance)
    await access.again(caller, instance)
    return ready
  }

  /** Uncached: the page of one artist shows the current state. */
  async function readArtist(instance: InstanceRecord, foreign_id: string) {
    const connection = inventory.connectionOf(instance)
    const artist = await library.findArtist(connection, foreign_id)
    if (!artist) throw new Refusal('not_found')
    // The queue is read before the albums: an album that leaves the queue is then in the library.
    const downloads = downloadsByAlbum(await library.queue(connection))
    const all = await library.albumsOf(connection, artist.record_id)
    const { isHidden } = await hiddenAlbums()
    const albums = all.filter(album => !isHidden(album.foreign_id))
    const titles = albums.flatMap(album => {
      const album_status = albumProgress(album, downloads.get(album.record_id) ?? [])
      return album_status ? [presentAlbum({ album, artist, album_status, instance_id: instance.id })] : []
    })
    const available_count = titles.filter(title => title.status === 'available').length
    return {
      artist: presentArtist(artist, { album_count: titles.length, available_count }, instance.id),
      titles: titles.sort(newestFirst(clock.now().getUTCFullYear())),
    }
  }

  return {
    async titles(caller: Caller, instance_id?: string): Promise<Ready | null> {
      const instance = await access.forList(caller, instance_id)
      if (!instance) return null
      const held = await lists.titlesAtHand(instance)
      if (held) return held
      const ready = await lists.titles(instance)
      await access.again(caller, instance)
      return ready
    },

    recent: (caller: Caller, query: { instance_id?: string | undefined; limit?: string | undefined }) =>
      list(caller, query.instance_id, instance => lists.recent(instance, readLimit(query.limit))),

    artists: (caller: Caller, query: { instance_id?: string | undefined; sort?: string | undefined }) =>
      list(caller, query.instance_id, instance =>
        lists.artists(instance, readSort(ARTIST_SORTS, query.sort)),
      ),

    async artist(
      caller: Caller,
      query: { instance_id?: string | undefined; foreign_id?: string | undefined },
    ): Promise<{ artist: LibraryArtist; titles: MusicTitle[] }> {
      const { instance, input } = await access.forDetail(caller, query.instance_id, () => readArtistId(query))
      const found = await readArtist(instance, input)
      await access.again(caller, instance)
      return found
    },
  }
}

function readArtistId({ foreign_id = '' }: { foreign_id?: string | undefined }): string {
  if (foreign_id === '')
    throw new Refusal('validation', { fields: { foreign_id: 'Enter the id of an artist.' } })
  return foreign_id
}
