import { z } from 'zod'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import type { Transport } from '#kit/outbound.ts'
import type { LatestTitles, ServerTitle } from '#ports/latest-titles.ts'
import { newestFirst } from '../media-server/latest.ts'
import { canAccessItem, createAudiobookshelfAccess } from './audiobookshelf-access.ts'
import { AUDIOBOOKSHELF, createAudiobookshelfClient } from './audiobookshelf-client.ts'

const Text = z.string().nullish()
/** The list is minified: counts instead of files. */
const NewItem = z.object({
  id: z.string(),
  libraryId: z.string(),
  /** Milliseconds. */
  addedAt: z.number().positive(),
  isMissing: z.boolean().default(false),
  isInvalid: z.boolean().default(false),
  media: z.object({
    metadata: z.object({ title: Text, authorName: Text, explicit: z.boolean().nullish() }),
    tags: z.array(z.string()).nullish(),
    coverPath: Text,
    numTracks: z.int().nullish(),
  }),
})
const Page = z.object({ results: z.array(NewItem) })

/** More than are shown: the server's key sees items that the account does not. */
const PAGE_SIZE = 100
const AT_ONCE = 4
/** Pixels: sharp on a phone, where a card is about 120 wide. */
const COVER_WIDTH = 400

/** New recordings of Audiobookshelf. Read with the server's key, and filtered by the rules of the account. */
export function createAudiobookshelfLatest(internal: Transport): LatestTitles {
  const client = createAudiobookshelfClient(internal)
  const accounts = createAudiobookshelfAccess(client)
  return {
    product: AUDIOBOOKSHELF,
    async read(connection, account_id, limit, signal) {
      const access = await accounts.read(connection, account_id, signal)
      if (!access) return null
      const libraries = await accounts.libraries(connection, access, signal)
      const pages = await mapConcurrently(libraries, AT_ONCE, async ({ id }) => {
        const path = `/api/libraries/${encodeURIComponent(id)}/items`
        const query = { sort: 'addedAt', desc: 1, limit: PAGE_SIZE, page: 0, minified: 1 }
        return (await client.send(connection, { path, query, signal })).json(Page).results
      })
      const after = await accounts.read(connection, account_id, signal)
      if (JSON.stringify(after) !== JSON.stringify(access)) return null
      const seen = pages.flat().filter(item => isPlayable(item) && canAccessItem(access, item))
      return newestFirst(seen.map(titleOf), limit)
    },
    async cover(connection, item_id, signal) {
      const path = `/api/items/${encodeURIComponent(item_id)}/cover`
      const answer = await client.send(connection, {
        path,
        query: { width: COVER_WIDTH },
        headers: { accept: 'image/webp,image/jpeg,image/png' },
        accept_statuses: [404],
        signal,
      })
      return answer.status === 404 ? null : answer.bytes()
    },
  }
}

function isPlayable({ isMissing, isInvalid, media }: z.output<typeof NewItem>): boolean {
  return !isMissing && !isInvalid && (media.numTracks ?? 0) > 0
}

function titleOf({ id, addedAt, media: { metadata, coverPath } }: z.output<typeof NewItem>): ServerTitle {
  return {
    kind: 'book',
    item_id: id,
    server_id: '',
    title: metadata.title ?? '',
    ...(metadata.authorName && { author: metadata.authorName }),
    added_at: new Date(addedAt).toISOString(),
    ...(coverPath && { has_cover: true }),
  }
}
