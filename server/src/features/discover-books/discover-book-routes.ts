import * as routes from '@foyer/contract/discover-books'
import { REFUSALS } from '@foyer/contract/refusals'
import { type Binding, bind } from '#http/bind.ts'
import { refuseEscapes } from '#http/validation.ts'
import { Refusal } from '#kit/refusal.ts'
import type { CoverRelay } from './cover-relay.ts'
import type { TrendingBooksService } from './trending-service.ts'

/** 0.3: exactly these keys, for every route of the retired catalogue. */
const RETIRED = {
  code: 'catalog_retired',
  error: REFUSALS.catalog_retired.error,
  message: 'The public book catalogue is retired. Search for the book in your library.',
  search_path: '/dashboard/books',
} as const

export function discoverBookRoutes({
  books,
  relay,
}: {
  books: Pick<TrendingBooksService, 'trending'>
  relay: CoverRelay
}): Binding[] {
  return [
    bind(routes.getTrendingBooks).to(({ caller, query }) => books.trending(caller, query.instance_id)),
    bind(routes.getBookImage).to(({ params, raw }) => {
      refuseEscapes(raw.request)
      return relay.cover(params.path)
    }),
    bind(routes.getBookCatalogSearch).to(() => RETIRED),
    bind(routes.getBookFeed).to(({ params }) => {
      // 1/4.4: `images` without a path was never a feed.
      if (params.feed === 'images') throw new Refusal('not_found')
      return RETIRED
    }),
    bind(routes.getBookGenres).to(() => RETIRED),
    bind(routes.getBookWork).to(() => RETIRED),
    bind(routes.getBookWorkTarget).to(() => RETIRED),
  ]
}
