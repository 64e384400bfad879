import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { SearchType } from '@foyer/contract/search'
import type { Database, Db } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type MaybeAsync, whenReady } from '#kit/maybe-async.ts'
import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import { type Found, NOTHING, readMusicPage, readScreenPage } from './search-rules.ts'

export interface Question {
  caller: Caller
  query: string
  /** Ends when the time is over or the caller leaves. */
  signal: AbortSignal
}

export interface SearchSource<F extends Found = Found> {
  find(question: Question): MaybeAsync<F>
  /**
   * CONTRIBUTING rule 3: the rows by the rights of this moment, because other sources may have taken seconds. Sources
   * with a cache are simply asked again.
   */
  again(question: Question, found: F): MaybeAsync<F>
}

/** What the routes of each source answer; the limits of the caller are applied there. */
export interface SearchNeeds {
  screen: {
    feeds: {
      searchTitles(caller: Caller, kind: 'movie' | 'tv', query: string, page: number): MaybeAsync<Ready>
      searchPeople(caller: Caller, query: string, page: number): MaybeAsync<Ready>
    }
  }
  music: {
    search(
      call: { caller: Caller; instance_id: undefined; leaving: () => AbortSignal },
      params: { query: string },
    ): MaybeAsync<Ready>
  }
  findBooks(
    call: { caller: Caller; leaving: () => AbortSignal },
    asked: { query: string },
  ): Promise<{ instance_id: string; rows: unknown[] }>
  inventory: Pick<Inventory, 'resolve'>
  discovery: { hiddenTypes(db: Db): Promise<readonly MediaType[]> }
  database: Pick<Database, 'read'>
}

export function createSearchSources(needs: SearchNeeds): Record<SearchType, SearchSource> {
  const { screen, music } = needs
  const readScreen = readOnce(readScreenPage)
  const readMusic = readOnce(readMusicPage)

  const titles = (kind: 'movie' | 'tv') =>
    cached(({ caller, query }) => whenReady(screen.feeds.searchTitles(caller, kind, query, 1), readScreen))
  return {
    movie: titles('movie'),
    tv: titles('tv'),
    person: cached(({ caller, query }) => whenReady(screen.feeds.searchPeople(caller, query, 1), readScreen)),
    music: cached(({ caller, query, signal }) =>
      whenReady(
        music.search({ caller, instance_id: undefined, leaving: () => signal }, { query }),
        readMusic,
      ),
    ),
    book: createBookSource(needs),
  }
}

function cached(find: SearchSource['find']): SearchSource {
  return { find, again: find }
}

/** Parses a cached answer once, however often it is searched for. */
function readOnce(read: (body: unknown) => Found) {
  const known = new WeakMap<Ready, Found>()
  return (ready: Ready): Found => {
    const found = known.get(ready) ?? read(JSON.parse(ready.bytes.toString('utf8')))
    known.set(ready, found)
    return found
  }
}

/** The proxy refuses a library that was taken away meanwhile by its id; but the caller named none (0.6). */
function unnamed(error: unknown): never {
  const code = error instanceof Refusal ? error.code : undefined
  if (code === 'instance_forbidden') throw new Refusal('no_grant')
  if (code === 'instance_not_found') throw new Refusal('no_instance')
  throw error
}

interface FoundBooks extends Found {
  /** Null while books are hidden. */
  instance_id: string | null
}

/** The manager's lookup, which nothing caches: rights are read again without asking it a second time. */
function createBookSource({
  findBooks,
  inventory,
  discovery,
  database,
}: SearchNeeds): SearchSource<FoundBooks> {
  const HIDDEN: FoundBooks = { ...NOTHING, instance_id: null }
  const isHidden = async () => (await discovery.hiddenTypes(database.read)).includes('book')
  return {
    async find({ caller, query, signal }) {
      // 1/4.2: before the library is resolved.
      if (await isHidden()) return HIDDEN
      const { instance_id, rows } = await findBooks({ caller, leaving: () => signal }, { query }).catch(
        unnamed,
      )
      return { instance_id, rows, more: false }
    },
    async again({ caller }, found) {
      if (found.instance_id === null || (await isHidden())) return HIDDEN
      const { id } = await inventory.resolve(database.read, caller, 'book_manager')
      // The next search asks the library that is theirs now.
      if (id !== found.instance_id) throw new Refusal('unavailable')
      return found
    },
  }
}
