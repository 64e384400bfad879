import * as routes from '@foyer/contract/watchlist'
import { type Binding, bind } from '#http/bind.ts'
import type { Watchlist } from './list/watchlist-service.ts'

export function watchlistRoutes(watchlist: Watchlist): Binding[] {
  return [
    bind(routes.getWatchlist).to(({ caller, query }) => watchlist.list(caller, query)),
    bind(routes.getWatchlistKeys).to(({ caller }) => watchlist.keys(caller)),
    bind(routes.putWatchlistEntry).to(({ caller, params, body }) => watchlist.put(caller, params, body)),
    bind(routes.deleteWatchlistEntry).to(({ caller, params }) => watchlist.remove(caller, params)),
    bind(routes.getWatchlistSettings).to(() => watchlist.readSettings()),
    bind(routes.putWatchlistSettings).to(({ body }) => watchlist.changeSettings(body)),
  ]
}
