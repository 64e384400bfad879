import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { LatestTitles, ServerTitle } from '#ports/latest-titles.ts'
import type { MediaServerConnection } from '#ports/media-server.ts'
import { newestFirst, tmdbId } from '../media-server/latest.ts'
import { timeOf } from '../servarr/servarr-times.ts'
import { createMediaBrowserClient, type MediaBrowserProduct } from './media-browser-client.ts'
import { accessOf, Item, idsOf } from './media-browser-titles.ts'
import { readUser } from './media-browser-users.ts'

const NewItem = Item.extend({
  Name: z.string(),
  Type: z.string(),
  DateCreated: z.string().nullish(),
  /** Of a show: when its newest episode came. */
  DateLastMediaAdded: z.string().nullish(),
})
const Page = z.object({ Items: z.array(NewItem) })
type Query = Readonly<Record<string, string>>

const BY_DATE = { Fields: 'ProviderIds,DateCreated', SortBy: 'DateCreated' }
const MOVIES = { IncludeItemTypes: 'Movie', ...BY_DATE }
const MOVIES_AND_SHOWS = { IncludeItemTypes: 'Movie,Series', ...BY_DATE }
const SHOWS_BY_EPISODE = {
  IncludeItemTypes: 'Series',
  Fields: 'ProviderIds,DateCreated,DateLastMediaAdded',
  SortBy: 'DateLastContentAdded',
}
const KINDS: Readonly<Record<string, 'movie' | 'tv'>> = { Movie: 'movie', Series: 'tv' }

/**
 * New titles of Jellyfin and Emby, seen through the account. Their own list of what is new leaves out what the account
 * has watched and names episodes without their show, so the library is read by date instead.
 */
export function createMediaBrowserLatest(
  internal: Transport,
  product: MediaBrowserProduct,
  /** Whether the server dates its shows by their newest episode; otherwise a show is new only when it comes first. */
  { dates_episodes }: { dates_episodes: boolean },
): LatestTitles {
  const client = createMediaBrowserClient(internal, product)

  /** Null: the account is gone. */
  async function readItems(connection: MediaServerConnection, query: Query, signal: AbortSignal) {
    const answer = await client.send(connection, { path: '/Items', query, accept_statuses: [404], signal })
    return answer.status === 404 ? null : answer.json(Page).Items.flatMap(titleOf)
  }

  return {
    product: product.product,
    async read(connection, account_id, limit, signal) {
      const before = await readUser(client, connection, account_id, signal)
      if (!before || before.Policy.IsDisabled) return null
      const query = {
        UserId: account_id,
        Recursive: 'true',
        // Movies inside collections would otherwise be left out where the server groups them (jellyfin.md).
        CollapseBoxSetItems: 'false',
        SortOrder: 'Descending',
        EnableImages: 'false',
        EnableUserData: 'false',
        Limit: String(limit),
      }
      const titles: ServerTitle[] = []
      for (const kind of dates_episodes ? [MOVIES, SHOWS_BY_EPISODE] : [MOVIES_AND_SHOWS]) {
        const found = await readItems(connection, { ...query, ...kind }, signal)
        if (!found) return null
        titles.push(...found)
      }
      const after = await readUser(client, connection, account_id, signal)
      return after && accessOf(after) === accessOf(before) ? newestFirst(titles, limit) : null
    },
  }
}

function titleOf(item: z.output<typeof NewItem>): ServerTitle[] {
  const kind = KINDS[item.Type]
  const [added_at = null] = [timeOf(item.DateCreated), timeOf(item.DateLastMediaAdded)]
    .filter(time => time !== null)
    .toSorted()
    .toReversed()
  if (!kind || added_at === null) return []
  const place = { item_id: item.Id, server_id: item.ServerId }
  return [{ kind, ...place, title: item.Name, ...tmdbId(idsOf(item)), added_at }]
}
