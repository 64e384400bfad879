import { mapConcurrently } from '#kit/map-concurrently.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { LibraryAlbum, MusicLibrary } from '#ports/music-library.ts'

/** 1/4.10: the longest response. */
export const RECENT_MAX = 50
/** 1/4.10: concurrent file reads. */
const CONCURRENT_READS = 4
/** Albums per file request. */
const BATCH = 50
/** Above this many albums with files, the manager's history selects the candidates for the newest. */
const READ_WHOLE = 2000
/** The most pages of that history to read. */
const PAGES = 4

export interface Imported {
  album: LibraryAlbum
  imported_at: string
}

/**
 * The newest arrivals: an album arrived with its newest file (1:4.10), not when it was added to the library. Any
 * failed read fails the whole.
 */
export async function readRecent(
  library: MusicLibrary,
  connection: Connection,
  filed: readonly LibraryAlbum[],
): Promise<Imported[]> {
  const candidates = filed.length <= READ_WHOLE ? filed : await imported(library, connection, filed)
  const dates = await readDates(library, connection, candidates)
  return candidates
    .flatMap(album => {
      const imported_at = dates.get(album.record_id)
      return imported_at === undefined ? [] : [{ album, imported_at }]
    })
    .sort((a, b) => (a.imported_at < b.imported_at ? 1 : a.imported_at > b.imported_at ? -1 : byRecord(a, b)))
    .slice(0, RECENT_MAX)
}

function byRecord(a: Imported, b: Imported): number {
  return b.album.record_id - a.album.record_id
}

/** Albums that were imported recently and still have files. */
async function imported(
  library: MusicLibrary,
  connection: Connection,
  filed: readonly LibraryAlbum[],
): Promise<LibraryAlbum[]> {
  const byId = new Map(filed.map(album => [album.record_id, album]))
  const found = new Map<number, LibraryAlbum>()
  for (let page = 1; page <= PAGES && found.size < RECENT_MAX; page += 1) {
    const ids = await library.importedLately(connection, page)
    if (ids.length === 0) break
    for (const id of ids) {
      const album = byId.get(id)
      if (album) found.set(id, album)
    }
  }
  return [...found.values()]
}

async function readDates(
  library: MusicLibrary,
  connection: Connection,
  albums: readonly LibraryAlbum[],
): Promise<Map<number, string>> {
  const dates = new Map<number, string>()
  const batches = Array.from({ length: Math.ceil(albums.length / BATCH) }, (_, i) =>
    albums.slice(i * BATCH, (i + 1) * BATCH).map(album => album.record_id),
  )
  await mapConcurrently(batches, CONCURRENT_READS, async ids => {
    for (const { album_id, added_at } of await library.filesOf(connection, ids)) {
      const known = dates.get(album_id)
      if (known === undefined || known < added_at) dates.set(album_id, added_at)
    }
  })
  return dates
}
