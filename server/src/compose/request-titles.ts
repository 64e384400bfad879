import type { Database } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { DescribeMovie, ReadTitle, TvMatches } from '#features/requests/index.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { MusicCatalog } from '#ports/music-catalog.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { BookTitle } from './book-status.ts'
import type { AlbumTitle } from './music.ts'

export interface TitleComposition {
  database: Database
  clock: Clock
  inventory: Pick<Inventory, 'find'>
  describeMovie: DescribeMovie
  tv_matches: Pick<TvMatches, 'show'>
  music_catalog: Pick<MusicCatalog, 'album' | 'groupOfRelease'>
  bookTitle: BookTitle
  albumTitle: AlbumTitle
}

/** A catalogue that takes one call a second is left alone this long after it did not answer. */
const CATALOG_PAUSE_MS = 1_000

/** Who is silent or does not know it has no title to give. */
async function orNothing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof UpstreamFault || error instanceof Refusal) return null
    throw error
  }
}

/** C69: what each medium's provider calls a title, by its id alone. */
export function createReadTitle(parts: TitleComposition): ReadTitle {
  const { database, clock, inventory, describeMovie, tv_matches, music_catalog } = parts
  let catalog_paused_until = 0

  async function groupOf({ foreign_id, catalog_id, user_id }: RequestRecord, signal?: AbortSignal) {
    if (foreign_id !== null || catalog_id === null) return foreign_id
    return music_catalog.groupOfRelease(catalog_id, { lane: String(user_id), ...(signal && { signal }) })
  }

  async function catalogTitle(request: RequestRecord, signal?: AbortSignal): Promise<string | null> {
    if (clock.monotonicMs() < catalog_paused_until) return null
    const asker = { lane: String(request.user_id), ...(signal && { signal }) }
    const found = await orNothing(
      groupOf(request, signal).then(id => (id === null ? null : music_catalog.album(id, asker))),
    )
    if (!found) catalog_paused_until = clock.monotonicMs() + CATALOG_PAUSE_MS
    return found?.title ?? null
  }

  /** The library's own word first: it is near, and the catalogue takes one call a second. */
  async function shelfTitle(request: RequestRecord, signal?: AbortSignal): Promise<string | null> {
    const instance = await inventory.find(database.read, request.instance_id)
    if (request.media_type === 'book') return instance ? parts.bookTitle(instance, request) : null
    const found = instance && (await orNothing(parts.albumTitle(instance, request, signal)))
    return found ?? catalogTitle(request, signal)
  }

  return async (request, signal) => {
    const { media_type, tmdb_id } = request
    if (media_type === 'book' || media_type === 'music') return shelfTitle(request, signal)
    if (tmdb_id === null) return null
    const found = await orNothing<{ title: string } | null>(
      media_type === 'movie' ? describeMovie(tmdb_id) : tv_matches.show(tmdb_id),
    )
    return found?.title ?? null
  }
}
