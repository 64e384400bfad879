import type { BookSearch } from '@foyer/contract/book-search'
import type { Database } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { foundBooks } from './book-search-rules.ts'
import type { ManagerProxy } from './proxy-service.ts'

export interface SearchCall {
  caller: Caller
  /** Ends when the client leaves. */
  leaving(): AbortSignal
}

/** The search of the manager through the proxy, with the same access checks, limits and time limit as on the pages. */
export function createBookSearch(parts: {
  database: Database
  inventory: Pick<Inventory, 'resolve'>
  proxy: ManagerProxy
  /** Removes the books that an admin hid. */
  withoutHidden(): Promise<(rows: unknown) => unknown>
}) {
  const { database, inventory, proxy, withoutHidden } = parts

  async function lookUp(
    { caller, leaving }: SearchCall,
    instance_id: string,
    term: string,
  ): Promise<unknown> {
    const answer = await proxy.forward(
      {
        caller,
        instance_id,
        method: 'GET',
        path: 'api/v1/book/lookup',
        query: new URLSearchParams({ term }).toString(),
        content_type: undefined,
        body: undefined,
        is_picture: false,
      },
      leaving(),
    )
    try {
      // A search term that the manager refuses has no results.
      if (answer.status === 400) return []
      if (answer.status !== 200) throw new Refusal('upstream_failed')
      return JSON.parse(answer.bytes.toString('utf8')) as unknown
    } finally {
      answer.release()
    }
  }

  /** The manager's own rows, as the proxy relays them. */
  async function findBooks(
    call: SearchCall,
    { query, instance_id }: { query: string; instance_id?: string | undefined },
  ): Promise<FoundRows> {
    const instance = await inventory.resolve(database.read, call.caller, 'book_manager', instance_id)
    const found = await lookUp(call, instance.id, query)
    const rows = (await withoutHidden())(found)
    if (!Array.isArray(rows)) throw new Refusal('upstream_failed')
    return { instance_id: instance.id, rows }
  }

  return {
    findBooks,

    async searchBooks(call: SearchCall, asked: Parameters<typeof findBooks>[1]): Promise<BookSearch> {
      const { instance_id, rows } = await findBooks(call, asked)
      return { instance_id, search_term: asked.query, results: foundBooks(rows) }
    },
  }
}

interface FoundRows {
  instance_id: string
  rows: unknown[]
}

export type BookSearches = ReturnType<typeof createBookSearch>
