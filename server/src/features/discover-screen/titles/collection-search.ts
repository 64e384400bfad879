import type { FoundCollection } from '@foyer/contract/discover-screen/discover-screen'
import type { Caller } from '#kit/caller.ts'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import { type Question, TTL_MS } from '../cache/screen-cache.ts'
import type { Page, Row } from '../feeds/page-rules.ts'
import { assertMetadata, isHidden, readFor, type ScreenParts } from '../screen-parts.ts'
import { pageOfCollection } from './title-part-rules.ts'

/** Limited, because each needs a read of its own; the best matches come first. */
const MAX_COLLECTIONS = 8
const AT_ONCE = 4

interface Named extends Row {
  name?: string
}

/** Movie collections by name. */
export function createCollectionSearch(parts: ScreenParts) {
  const { current, filter } = parts
  const parsed = (body: Ready): unknown => JSON.parse(body.bytes.toString('utf8'))

  async function namesLike(caller: Caller, query: string): Promise<Named[]> {
    const key = `search-collection 1 ${query}`
    const load: Question['load'] = catalog => catalog.searchNames('collection', query, 1)
    // The adapter has checked that results are rows.
    const page = parsed(await readFor(parts, caller, { key, ttl_ms: TTL_MS.search, load })) as {
      results: Named[]
    }
    return page.results.slice(0, MAX_COLLECTIONS)
  }

  /** Empty if the provider has dropped the collection. */
  async function moviesOf(caller: Caller, id: number): Promise<Row[]> {
    const load: Question['load'] = catalog => catalog.collection(id)
    try {
      const body = await readFor(parts, caller, { key: `collection ${id}`, ttl_ms: TTL_MS.related, load })
      return pageOfCollection(parsed(body) as { parts: Row[] }).results
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not_found') return []
      throw error
    }
  }

  return {
    /**
     * A collection has no rating of its own, and its name and picture come from its movies. Only people who may see all
     * of them see the collection.
     */
    async search(caller: Caller, query: string): Promise<{ results: FoundCollection[] }> {
      const state = await current()
      if (isHidden('movie', state)) return { results: [] }
      assertMetadata(state)
      const found = await mapConcurrently(await namesLike(caller, query), AT_ONCE, async collection => ({
        collection,
        movies: await moviesOf(caller, collection.id),
      }))
      const results = found.flatMap(({ movies }) => movies)
      const all: Page = { page: 1, results, total_pages: 1, total_results: results.length }
      const shown = parsed(await filter.list(caller, 'movie', readyJson(all))) as Partial<Page>
      const allowed = new Set(shown.results?.map(({ id }) => id))
      return {
        results: found
          .filter(({ movies }) => movies.length > 0 && movies.every(({ id }) => allowed.has(id)))
          .map(({ collection, movies }) => present(collection, movies)),
      }
    },
  }
}

export type CollectionSearch = ReturnType<typeof createCollectionSearch>

/** The response schema keeps the fields that the contract names. */
function present(collection: Named, movies: readonly Row[]): FoundCollection {
  return { ...collection, name: collection.name ?? '', movies: [...movies] }
}
