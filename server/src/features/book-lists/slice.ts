import type { Inventory } from '#features/instances/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createHardcoverLists } from '#upstreams/hardcover/hardcover-lists.ts'
import { createHardcoverSignIn } from '#upstreams/hardcover/hardcover-sign-in.ts'
import { bookListRoutes } from './book-list-routes.ts'
import { createBookLists } from './book-lists.ts'

/** The connections of book managers to a book list. */
export function createBookListsSlice(platform: Platform, needs: { inventory: Inventory }) {
  const { external } = platform.outbound
  const { url, cdn_url, client_id } = platform.config.hardcover
  const lists = createBookLists({
    ...platform,
    ...needs,
    provider: createHardcoverLists({ external, url, cdn_url }),
    sign_in: client_id === undefined ? null : createHardcoverSignIn({ external, url, client_id }),
    registerSecret: platform.scrubber.register,
  })
  return { api: lists, routes: bookListRoutes(lists), close: lists.close }
}
