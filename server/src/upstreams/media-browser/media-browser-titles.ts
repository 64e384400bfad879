import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { TitleLookup, TitleLookupResult, WantedTitle } from '#ports/title-lookup.ts'
import { type ItemIds, isSameTitle, usableIds } from '../media-server/title-ids.ts'
import { createMediaBrowserClient, type MediaBrowserProduct } from './media-browser-client.ts'
import { readUser, type User } from './media-browser-users.ts'

export const Item = z.object({
  Id: z.string(),
  ServerId: z.string(),
  ProviderIds: z.record(z.string(), z.string().nullable()).nullish(),
})
type Item = z.output<typeof Item>
const Page = z.object({ Items: z.array(Item), TotalRecordCount: z.int() })

const PAGE_SIZE = 500
/** Of one search. A library that has more candidates is not searched to the end. */
const MAX_CANDIDATES = 5000
const ITEM_TYPES = { movie: 'Movie', tv: 'Series' } as const

/** Query parameters that narrow a search. */
type Narrowing = Record<string, string>

/** Which searches are made for a title, until one finds it. Each is narrower than the whole library. */
export type NarrowingsOf = (title: WantedTitle, ids: ItemIds) => readonly Narrowing[]

export function idsOf({ ProviderIds }: Item): ItemIds {
  const ids = new Map(Object.entries(ProviderIds ?? {}).map(([key, value]) => [key.toLowerCase(), value]))
  return { tmdb: ids.get('tmdb') ?? undefined, tvdb: ids.get('tvdb') ?? undefined }
}

/** Wrong passwords are counted in the policy, which changes nothing about what the account sees. */
export function accessOf({ Name, Policy }: User): string {
  return JSON.stringify([Name, { ...Policy, InvalidLoginAttemptCount: 0 }])
}

/** Titles of Jellyfin and Emby, seen through an account that is enabled before and after the search (2:4.13.6). */
export function createMediaBrowserTitles(
  internal: Transport,
  product: MediaBrowserProduct,
  narrowingsOf: NarrowingsOf,
): TitleLookup {
  const client = createMediaBrowserClient(internal, product)

  /** Null: the account is gone. */
  async function readPage(connection: Connection, query: Record<string, string>, signal: AbortSignal) {
    const answer = await client.send(connection, { path: '/Items', query, accept_statuses: [404], signal })
    return answer.status === 404 ? null : answer.json(Page)
  }

  async function search(
    connection: Connection,
    query: Record<string, string>,
    ids: ItemIds,
    signal: AbortSignal,
  ): Promise<TitleLookupResult> {
    for (let start = 0; start < MAX_CANDIDATES; start += PAGE_SIZE) {
      const page = await readPage(connection, { ...query, StartIndex: String(start) }, signal)
      if (!page) return { state: 'unverified' }
      const item = page.Items.find(one => isSameTitle(ids, idsOf(one)))
      if (item) return { state: 'found', item_id: item.Id, server_id: item.ServerId }
      if (page.Items.length === 0 || start + PAGE_SIZE >= page.TotalRecordCount) return { state: 'missing' }
    }
    return { state: 'unverified' }
  }

  async function searchAll(
    connection: Connection,
    account_id: string,
    title: WantedTitle,
    signal: AbortSignal,
  ): Promise<TitleLookupResult> {
    const ids = usableIds(title)
    if (!ids) return { state: 'unverified' }
    let result: TitleLookupResult = { state: 'unverified' }
    for (const narrowing of narrowingsOf(title, ids)) {
      const query = {
        UserId: account_id,
        Recursive: 'true',
        IncludeItemTypes: ITEM_TYPES[title.kind],
        Fields: 'ProviderIds',
        EnableImages: 'false',
        EnableUserData: 'false',
        Limit: String(PAGE_SIZE),
        ...narrowing,
      }
      result = await search(connection, query, ids, signal)
      if (result.state !== 'missing') return result
    }
    return result
  }

  return {
    product: product.product,
    async find(connection, account_id, title, signal) {
      const before = await readUser(client, connection, account_id, signal)
      if (!before) return { state: 'account_gone' }
      if (before.Policy.IsDisabled) return { state: 'unverified' }
      const result = await searchAll(connection, account_id, title, signal)
      const after = await readUser(client, connection, account_id, signal)
      const is_same = after !== null && accessOf(before) === accessOf(after)
      return is_same ? result : { state: 'unverified' }
    },
  }
}
