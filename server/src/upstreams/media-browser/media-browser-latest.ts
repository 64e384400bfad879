import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { LatestTitles, ServerTitle } from '#ports/latest-titles.ts'
import { newestFirst, tmdbId } from '../media-server/latest.ts'
import { timeOf } from '../servarr/servarr-times.ts'
import { createMediaBrowserClient, type MediaBrowserProduct } from './media-browser-client.ts'
import { accessOf, Item, idsOf } from './media-browser-titles.ts'
import { readUser } from './media-browser-users.ts'

const NewItem = Item.extend({ Name: z.string(), Type: z.string(), DateCreated: z.string().nullish() })
const Page = z.object({ Items: z.array(NewItem) })
const KINDS: Readonly<Record<string, 'movie' | 'tv'>> = { Movie: 'movie', Series: 'tv' }

/**
 * New titles of Jellyfin and Emby, seen through the account. Their own list of what is new leaves out what the account
 * has watched and names episodes without their show, so the library is read by date instead.
 */
export function createMediaBrowserLatest(internal: Transport, product: MediaBrowserProduct): LatestTitles {
  const client = createMediaBrowserClient(internal, product)
  return {
    product: product.product,
    async read(connection, account_id, limit, signal) {
      const before = await readUser(client, connection, account_id, signal)
      if (!before || before.Policy.IsDisabled) return null
      const query = {
        UserId: account_id,
        Recursive: 'true',
        IncludeItemTypes: Object.keys(KINDS).join(','),
        // Movies inside collections would otherwise be left out where the server groups them (jellyfin.md).
        CollapseBoxSetItems: 'false',
        Fields: 'ProviderIds,DateCreated',
        SortBy: 'DateCreated',
        SortOrder: 'Descending',
        EnableImages: 'false',
        EnableUserData: 'false',
        Limit: String(limit),
      }
      const answer = await client.send(connection, { path: '/Items', query, accept_statuses: [404], signal })
      if (answer.status === 404) return null
      const titles = answer.json(Page).Items.flatMap(titleOf)
      const after = await readUser(client, connection, account_id, signal)
      return after && accessOf(after) === accessOf(before) ? newestFirst(titles, limit) : null
    },
  }
}

function titleOf(item: z.output<typeof NewItem>): ServerTitle[] {
  const kind = KINDS[item.Type]
  const added_at = timeOf(item.DateCreated)
  if (!kind || added_at === null) return []
  const place = { item_id: item.Id, server_id: item.ServerId }
  return [{ kind, ...place, title: item.Name, ...tmdbId(idsOf(item)), added_at }]
}
