import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { LatestTitles, ServerTitle } from '#ports/latest-titles.ts'
import type { MediaServerConnection } from '#ports/media-server.ts'
import {
  NEW_EPISODES,
  type NewEpisode,
  newestFirst,
  tmdbId,
  withNewEpisodes,
} from '../media-server/latest.ts'
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
  /** Of an episode. */
  SeriesId: z.string().nullish(),
  /** `Virtual`: an episode that is not there. */
  LocationType: z.string().nullish(),
})
type NewItem = z.output<typeof NewItem>
const Page = z.object({ Items: z.array(NewItem) })
type Query = Readonly<Record<string, string>>

const BY_DATE = { Fields: 'ProviderIds,DateCreated', SortBy: 'DateCreated' }
const MOVIES = { IncludeItemTypes: 'Movie', ...BY_DATE }
const SHOWS = { IncludeItemTypes: 'Series', ...BY_DATE }
const SHOWS_BY_EPISODE = {
  IncludeItemTypes: 'Series',
  Fields: 'ProviderIds,DateCreated,DateLastMediaAdded',
  SortBy: 'DateLastContentAdded',
}
const EPISODES = {
  IncludeItemTypes: 'Episode',
  Fields: 'DateCreated',
  SortBy: 'DateCreated',
  Limit: String(NEW_EPISODES),
}
const KINDS: Readonly<Record<string, 'movie' | 'tv'>> = { Movie: 'movie', Series: 'tv' }

/**
 * New titles of Jellyfin and Emby, seen through the account. Their own list of what is new leaves out what the account
 * has watched and names episodes without their show, so the library is read by date instead.
 */
export function createMediaBrowserLatest(
  internal: Transport,
  product: MediaBrowserProduct,
  /** Whether the server dates its shows by their newest episode; otherwise the episodes are read, too. */
  { dates_shows }: { dates_shows: boolean },
): LatestTitles {
  const client = createMediaBrowserClient(internal, product)

  /** Null: the account is gone. */
  async function readTitles(
    connection: MediaServerConnection,
    account_id: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<ServerTitle[] | null> {
    const common = {
      UserId: account_id,
      Recursive: 'true',
      // Movies inside collections would otherwise be left out where the server groups them (jellyfin.md).
      CollapseBoxSetItems: 'false',
      SortOrder: 'Descending',
      EnableImages: 'false',
      EnableUserData: 'false',
      Limit: String(limit),
    }
    let is_gone = false

    async function read(query: Query): Promise<NewItem[]> {
      const call = { path: '/Items', query: { ...common, ...query }, accept_statuses: [404], signal }
      const answer = await client.send(connection, call)
      if (answer.status !== 404) return answer.json(Page).Items
      is_gone = true
      return []
    }

    const readTitlesOf = async (query: Query) => (await read(query)).flatMap(titleOf)

    async function readShowsAndEpisodes(): Promise<ServerTitle[]> {
      const shows = await readTitlesOf(SHOWS)
      const episodes = (await read(EPISODES)).flatMap(episodeOf)
      return withNewEpisodes(shows, episodes, limit, ids => readTitlesOf({ ...SHOWS, Ids: ids.join(',') }))
    }

    const movies = await readTitlesOf(MOVIES)
    const shows = await (dates_shows ? readTitlesOf(SHOWS_BY_EPISODE) : readShowsAndEpisodes())
    return is_gone ? null : newestFirst([...movies, ...shows], limit)
  }

  return {
    product: product.product,
    async read(connection, account_id, limit, signal) {
      const before = await readUser(client, connection, account_id, signal)
      if (!before || before.Policy.IsDisabled) return null
      const titles = await readTitles(connection, account_id, limit, signal)
      const after = titles && (await readUser(client, connection, account_id, signal))
      return after && accessOf(after) === accessOf(before) ? titles : null
    },
  }
}

function titleOf(item: NewItem): ServerTitle[] {
  const kind = KINDS[item.Type]
  const [added_at = null] = [timeOf(item.DateCreated), timeOf(item.DateLastMediaAdded)]
    .filter(time => time !== null)
    .toSorted()
    .toReversed()
  if (!kind || added_at === null) return []
  const place = { item_id: item.Id, server_id: item.ServerId }
  return [{ kind, ...place, title: item.Name, ...tmdbId(idsOf(item)), added_at }]
}

function episodeOf({ SeriesId, DateCreated, LocationType }: NewItem): NewEpisode[] {
  const added_at = timeOf(DateCreated)
  if (!SeriesId || added_at === null || LocationType === 'Virtual') return []
  return [{ show_id: SeriesId, added_at }]
}
