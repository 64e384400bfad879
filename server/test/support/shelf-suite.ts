import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import type { MediaServerConnection } from '#ports/media-server.ts'
import { createAudiobookshelfAccounts } from '#upstreams/audiobookshelf/audiobookshelf-accounts.ts'
import { callShelf, openShelf, type SHELVES, type ShelfItem } from './audiobook-shelves.ts'
import { afterTest, shareAmongTests } from './engines.ts'

export const signal = new AbortController().signal
export const SHELF_PASSWORD = 'chosen once by the user'
export const ASIN = 'B0ABCD1234'
export const ISBN = '9780306406157'

const ITEMS = {
  first: { library: 0, narrator: 'Nell Narrator', asin: ASIN, tags: ['family'] },
  lower_case: { library: 0, narrator: 'Omar Other', asin: ASIN.toLowerCase() },
  short_isbn: { library: 0, narrator: 'Ida Ten', isbn: '0306406152' },
  dashed_isbn: { library: 0, narrator: 'Dora Dash', isbn: '978-0-306-40615-7' },
  explicit: { library: 0, narrator: 'Ed Explicit', asin: ASIN, explicit: true },
  ebook: { library: 0, narrator: 'Nobody', asin: ASIN, audio: false },
  longer_asin: { library: 0, narrator: 'Liz Long', asin: `${ASIN}5` },
  elsewhere: { library: 1, narrator: 'Ella Where', asin: ASIN },
} as const satisfies Record<string, ShelfItem>
export type ItemName = keyof typeof ITEMS

function openInternal() {
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  return outbound.internal
}

/** A shelf for all tests of a `describe`, and what each of them does with it under a name of its own. */
export function shareShelf(kind: (typeof SHELVES)[number]) {
  const shared = shareAmongTests(async () => {
    const shelf = await openShelf(kind, ITEMS)
    return { shelf, internal: openInternal() }
  })
  let made = 0

  return function open() {
    const { shelf, internal } = shared()
    const accounts = createAudiobookshelfAccounts(internal)
    const connection: MediaServerConnection = { url: shelf.url, api_key: shelf.api_key }
    const raw = (request: Parameters<typeof callShelf>[1]) =>
      callShelf(shelf.url, { token: shelf.api_key, ...request })
    const signIn = (username: string, password = SHELF_PASSWORD) =>
      callShelf(shelf.url, { path: '/login', json: { username, password } })
    const list = () => accounts.list(connection, signal)
    const named = async (name: string) => (await list()).find(one => one.name === name)
    made += 1
    const name = `Noor ${made}`
    const create = async (library_ids: readonly string[] = []) => {
      const known_ids = await accounts.assertFree(connection, name, signal)
      return accounts.create(connection, { name, password: SHELF_PASSWORD, library_ids }, known_ids, signal)
    }
    const stored = async (id: string) => (await raw({ path: `/api/users/${id}` })).body
    return { shelf, internal, accounts, connection, raw, signIn, list, named, name, create, stored }
  }
}
