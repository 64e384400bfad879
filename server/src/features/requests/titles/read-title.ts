import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { CatalogCaller, MusicCatalog } from '#ports/music-catalog.ts'
import type {
  DescribeMovie,
  NamedTitle,
  ReadTitle,
  TitleAnswer,
  TitleOf,
  TvMatches,
} from '../dependencies.ts'

export interface ReadTitleParts {
  database: Database
  clock: Clock
  inventory: Pick<Inventory, 'find'>
  describeMovie: DescribeMovie
  tv_matches: Pick<TvMatches, 'show'>
  music_catalog: Pick<MusicCatalog, 'album' | 'groupOfRelease'>
  bookTitle: TitleOf
  albumTitle: TitleOf
}

/** A catalogue that allows one call a second is paused this long after a failure. */
const CATALOG_PAUSE_MS = 1_000

/** Null when the provider does not know the title, and when it fails, which `failed` is called for. */
async function orNothing<T>(reading: Promise<T>, failed?: () => void): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
    failed?.()
    return null
  }
}

const answered = (title: string | null): TitleAnswer => ({ title, is_library_silent: false })

/** C69: each medium's provider title, by id alone. */
export function createReadTitle(parts: ReadTitleParts): ReadTitle {
  const { database, clock, inventory, describeMovie, tv_matches, music_catalog } = parts
  let catalog_paused_until = 0

  /** The catalogue allows one call a second, so it is paused briefly after a failure. */
  async function fromCatalog<T>(read: () => Promise<T | null>): Promise<T | null> {
    if (clock.monotonicMs() < catalog_paused_until) return null
    return orNothing(read(), () => {
      catalog_paused_until = clock.monotonicMs() + CATALOG_PAUSE_MS
    })
  }

  async function inLibrary(reading: Promise<string | null>): Promise<TitleAnswer> {
    let is_library_silent = false
    const title = await orNothing(reading, () => {
      is_library_silent = true
    })
    return { title, is_library_silent }
  }

  /** A release has the title of its album, and only the catalogue knows which album that is. */
  async function albumIdOf({ foreign_id, catalog_id }: NamedTitle, requester: CatalogCaller) {
    if (foreign_id !== null || catalog_id === null) return foreign_id
    return fromCatalog(() => music_catalog.groupOfRelease(catalog_id, requester))
  }

  /** The library is read first: it is local, and the catalogue allows one call a second. */
  async function albumTitle(
    request: NamedTitle,
    instance: InstanceRecord | undefined,
    signal?: AbortSignal,
  ): Promise<TitleAnswer> {
    const requester = { lane: String(request.user_id), ...(signal && { signal }) }
    const foreign_id = await albumIdOf(request, requester)
    if (foreign_id === null) return answered(null)
    const there = instance
      ? await inLibrary(parts.albumTitle(instance, { ...request, foreign_id }, signal))
      : answered(null)
    if (there.title) return there
    const album = await fromCatalog(() => music_catalog.album(foreign_id, requester))
    return { ...there, title: album?.title ?? null }
  }

  async function shelfTitle(request: NamedTitle, signal?: AbortSignal): Promise<TitleAnswer> {
    const instance = await inventory.find(database.read, request.instance_id)
    if (request.media_type === 'music') return albumTitle(request, instance, signal)
    return instance ? inLibrary(parts.bookTitle(instance, request)) : answered(null)
  }

  return async (request, signal) => {
    const { media_type, tmdb_id } = request
    if (media_type === 'book' || media_type === 'music') return shelfTitle(request, signal)
    if (tmdb_id === null) return answered(null)
    const found = await orNothing<{ title: string } | null>(
      media_type === 'movie' ? describeMovie(tmdb_id) : tv_matches.show(tmdb_id),
    )
    return answered(found?.title ?? null)
  }
}
