import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { BookListProvider } from '#ports/book-list-provider.ts'
import { createHardcoverClient, HARDCOVER, type HardcoverParts } from './hardcover-client.ts'
import { inOrder } from './hardcover-rows.ts'
import { Hydrated, Probe, Trending } from './hardcover-wire.ts'

/** 1:4.4 */
const LIMIT = 50

/** Needs only the catalog scope; `me` would need another one (hardcover.md). */
const PROBE = '{ books(limit: 1) { id } }'

/** The arguments changed in autumn 2026: no dates, the service's own period (hardcover.md). */
const TRENDING = `query Trending { books_trending(limit: ${LIMIT}, offset: 0) { ids error } }`

const HYDRATION = `query Books($ids: [Int!]!) {
  books(where: { id: { _in: $ids } }, limit: ${LIMIT}) {
    id title release_year rating ratings_count users_count description
    image { url }
    contributions(order_by: { id: asc }) { contribution author { name } }
    featured_book_series { position series { name } }
    default_physical_edition { isbn_13 }
    default_ebook_edition { isbn_13 }
    default_audio_edition { isbn_13 }
  }
}`

export function createHardcoverLists(parts: HardcoverParts & { cdn_url: string }): BookListProvider {
  const client = createHardcoverClient(parts)
  const unusable = () => new UpstreamFault({ upstream: HARDCOVER, kind: 'bad_answer', status: 200 })

  async function trendingIds(token: string, signal?: AbortSignal): Promise<number[]> {
    const { books_trending } = await client.query(Trending, { token, query: TRENDING, signal })
    const { ids, error } = books_trending
    // A list that could not be computed, or is missing, is a failure and never empty.
    if (error || !ids) throw unusable()
    return [...new Set(ids.filter(id => id !== null))].slice(0, LIMIT)
  }

  return {
    async accepts(token, signal) {
      try {
        await client.query(Probe, { token, query: PROBE, signal })
        return true
      } catch (error) {
        if (error instanceof UpstreamFault && error.kind === 'rejected_key') return false
        throw error
      }
    },
    async trending(token, signal) {
      const ids = await trendingIds(token, signal)
      if (ids.length === 0) return []
      const { books } = await client.query(Hydrated, { token, query: HYDRATION, variables: { ids }, signal })
      const listed = inOrder(ids, books, parts.cdn_url)
      // Some may be merged or deleted (hardcover.md), but not all of them.
      if (listed.length === 0) throw unusable()
      return listed
    },
  }
}
