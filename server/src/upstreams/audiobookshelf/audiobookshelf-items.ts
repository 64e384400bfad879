import { z } from 'zod'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import type { Transport } from '#kit/outbound.ts'
import type { AudiobookLookup, FoundAudiobook, WantedAudiobook } from '#ports/audiobook-lookup.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { canAccessItem, createAudiobookshelfAccess } from './audiobookshelf-access.ts'
import { AUDIOBOOKSHELF, createAudiobookshelfClient } from './audiobookshelf-client.ts'

const Text = z.string().nullish()

const Hits = z.object({
  book: z
    .array(
      z.object({
        libraryItem: z.object({
          id: z.string(),
          media: z.object({ metadata: z.object({ asin: Text, isbn: Text }) }),
        }),
      }),
    )
    .default([]),
})
const Item = z.object({
  id: z.string(),
  libraryId: z.string(),
  isMissing: z.boolean().default(false),
  isInvalid: z.boolean().default(false),
  media: z.object({
    metadata: z.object({
      title: Text,
      asin: Text,
      isbn: Text,
      explicit: z.boolean().nullish(),
      narrators: z.array(z.string()).nullish(),
    }),
    tags: z.array(z.string()).nullish(),
    tracks: z.array(z.unknown()).nullish(),
  }),
})
type Item = z.output<typeof Item>

const HITS = 50
/** Calls to one server at once. */
const AT_ONCE = 4

/** Excluded files are not tracks; an ebook alone has none. */
function isPlayable({ isMissing, isInvalid, media }: Item): boolean {
  return !isMissing && !isInvalid && (media.tracks ?? []).length > 0
}

function idsOf({ asin, isbn }: { asin?: string | null | undefined; isbn?: string | null | undefined }) {
  return { asin: asin ?? null, isbn: isbn ?? null }
}

/** Recordings of Audiobookshelf. Read with the server's key, and filtered by the rules of the account (2:4.13.7). */
export function createAudiobookshelfItems(internal: Transport): AudiobookLookup {
  const client = createAudiobookshelfClient(internal)
  const accounts = createAudiobookshelfAccess(client)

  /** Ids of the items that carry a wanted identifier. */
  async function search(
    connection: Connection,
    library_ids: readonly string[],
    { terms, isWanted }: WantedAudiobook,
    signal: AbortSignal,
  ): Promise<Set<string>> {
    const searches = library_ids.flatMap(library_id => terms.map(term => ({ library_id, term })))
    const hits = await mapConcurrently(searches, AT_ONCE, async ({ library_id, term }) => {
      const path = `/api/libraries/${encodeURIComponent(library_id)}/search`
      const query = { q: term, limit: HITS }
      const { book } = (await client.send(connection, { path, query, signal })).json(Hits)
      return book.filter(({ libraryItem }) => isWanted(idsOf(libraryItem.media.metadata)))
    })
    return new Set(hits.flat().map(({ libraryItem }) => libraryItem.id))
  }

  /** Null: it is gone. */
  async function readItem(connection: Connection, id: string, signal: AbortSignal): Promise<Item | null> {
    const path = `/api/items/${encodeURIComponent(id)}`
    const query = { expanded: 1 }
    const answer = await client.send(connection, { path, query, accept_statuses: [404], signal })
    return answer.status === 404 ? null : answer.json(Item)
  }

  return {
    product: AUDIOBOOKSHELF,
    async find(connection, account_id, wanted, signal) {
      const access = await accounts.read(connection, account_id, signal)
      if (!access) return null
      const libraries = await accounts.libraries(connection, access, signal)
      const names = new Map(libraries.map(({ id, name }) => [id, name]))
      const ids = await search(connection, [...names.keys()], wanted, signal)
      const items = await mapConcurrently([...ids], AT_ONCE, id => readItem(connection, id, signal))
      // The rules must be the same as before the search.
      const after = await accounts.read(connection, account_id, signal)
      if (JSON.stringify(after) !== JSON.stringify(access)) return null
      return items.flatMap((item): FoundAudiobook[] => {
        if (!item || !isPlayable(item) || !canAccessItem(access, item)) return []
        const { metadata } = item.media
        const library_name = names.get(item.libraryId)
        if (library_name === undefined || !wanted.isWanted(idsOf(metadata))) return []
        const narrators = metadata.narrators ?? []
        return [{ id: item.id, title: metadata.title ?? '', library_name, narrators }]
      })
    },
  }
}
