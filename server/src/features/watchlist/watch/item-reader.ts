import type { Database } from '#db/database.ts'
import { isListedId } from '#features/book-identity/index.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { CatalogAlbum, CatalogCaller, MusicCatalog } from '#ports/music-catalog.ts'
import type { ScreenCatalog, ScreenKind } from '#ports/screen-catalog.ts'
import type { WatchedItem } from '../list/entry-store.ts'
import type { ItemFacts, ItemPart } from './item-facts.ts'
import * as rules from './provider-rules.ts'

/** The books of an author or a series. */
interface FollowedBooks {
  name: string
  titles: readonly { foreign_book_id: string; title: string }[]
  /** False: what a search found. */
  in_library: boolean
}

/** A book library as watchlists need it, with its manager's search. Throws UpstreamFault or Refusal. */
export interface WatchedBooks {
  /** C69: null: unknown there. */
  describe(
    instance: InstanceRecord,
    book: { foreign_id: string; title: string; search_term: null },
  ): Promise<{ title: string; released_on: string | null } | null>
  /** Null: neither the library nor its search knows of them; so for a series. */
  author(
    instance: InstanceRecord,
    author: { foreign_id: string; name: string },
  ): Promise<FollowedBooks | null>
  series(instance: InstanceRecord, name: string): Promise<FollowedBooks | null>
}

export interface ItemReaderParts {
  database: Database
  inventory: Pick<Inventory, 'find'>
  /** From the shared cache; a missing record is `not_found`. */
  record(kind: ScreenKind, id: number): MaybeAsync<Ready>
  catalog: Pick<ScreenCatalog, 'person' | 'credits'>
  music: Pick<MusicCatalog, 'album' | 'artist' | 'artistAlbums'>
  books: WatchedBooks
}

/** Pages of an artist's albums; the catalogue allows one call a second. */
const ALBUM_PAGES = 5

/** The facts of an item, and its parts only if somebody asks for them, because they take further calls. */
export interface ReadItem extends Omit<ItemFacts, 'parts'> {
  parts(): Promise<readonly ItemPart[]>
}

/** Whose turn it is, and what the title was called so far. */
export interface ReadOptions extends CatalogCaller {
  title: string
}

const parse = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8'))
const none = async () => []

/** Reads watched items from their provider or library. Null: there is no such item. Throws if it cannot be known. */
export function createItemReader(parts: ItemReaderParts) {
  const { database, inventory, catalog, music, books } = parts

  async function screenTitle(kind: ScreenKind, id: number): Promise<ReadItem> {
    const body = parse((await parts.record(kind, id)).bytes)
    const { parts: seasons, ...facts } = kind === 'movie' ? rules.movieFacts(body) : rules.showFacts(body)
    return { ...facts, parts: async () => seasons }
  }

  async function person(id: number): Promise<ReadItem | null> {
    const bytes = await catalog.person(id)
    if (!bytes) return null
    return {
      ...rules.personDescription(parse(bytes)),
      async parts() {
        const credits = await catalog.credits(id)
        return credits ? rules.creditParts(parse(credits)) : []
      },
    }
  }

  async function album(id: string, caller: CatalogCaller): Promise<ReadItem | null> {
    const found = await music.album(id, caller)
    return found && { ...rules.albumDescription(found), parts: none }
  }

  async function allAlbums(id: string, caller: CatalogCaller): Promise<ItemPart[]> {
    const rows: CatalogAlbum[] = []
    for (let page = 1; page <= ALBUM_PAGES; page += 1) {
      const found = await music.artistAlbums(id, page, caller)
      rows.push(...(found?.rows ?? []))
      if (!found?.more) break
    }
    return rules.albumParts(rows)
  }

  async function artist(id: string, caller: CatalogCaller): Promise<ReadItem | null> {
    const found = await music.artist(id, caller)
    return found && { ...rules.nameOnly(found.name), parts: () => allAlbums(id, caller) }
  }

  async function ofLibrary({ kind, item_id, instance_id }: WatchedItem, title: string) {
    const instance = await inventory.find(database.read, instance_id)
    if (!instance) return null
    if (kind === 'author') return followed(await books.author(instance, { foreign_id: item_id, name: title }))
    if (kind === 'series') return followed(await books.series(instance, item_id))
    const found = await books.describe(instance, { foreign_id: item_id, title, search_term: null })
    if (found === null) {
      // The manager may learn of it later, so that is not an absence.
      if (isListedId(item_id)) throw new Refusal('unavailable')
      return null
    }
    return { ...rules.nameOnly(found.title), released_on: found.released_on, parts: none }
  }

  function followed(found: FollowedBooks | null): ReadItem | null {
    if (!found) return null
    const { name, titles, in_library } = found
    return {
      ...rules.nameOnly(name),
      ...(!in_library && { parts_incomplete: true }),
      parts: async () => rules.bookParts(titles),
    }
  }

  async function read(item: WatchedItem, { title, ...caller }: ReadOptions): Promise<ReadItem | null> {
    switch (item.kind) {
      case 'movie':
      case 'tv':
        return screenTitle(item.kind, Number(item.item_id))
      case 'person':
        return person(Number(item.item_id))
      case 'album':
        return album(item.item_id, caller)
      case 'artist':
        return artist(item.item_id, caller)
      default:
        return ofLibrary(item, title)
    }
  }

  return async function readItem(item: WatchedItem, options: ReadOptions): Promise<ReadItem | null> {
    try {
      return await read(item, options)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not_found') return null
      throw error
    }
  }
}

export type ReadWatchedItem = ReturnType<typeof createItemReader>
