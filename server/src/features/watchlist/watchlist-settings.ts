import { WatchlistSettings } from '@foyer/contract/watchlist'
import { defineSetting } from '#settings/settings.ts'

/** Off until an admin allows it: it spends people's allowances without them. */
export const watchlistSettings = defineSetting({
  key: 'watchlist',
  schema: WatchlistSettings,
  default: { next_seasons_allowed: false },
})
