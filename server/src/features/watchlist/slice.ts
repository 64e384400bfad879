import type { Selection } from '@foyer/contract/requests/requests'
import type { DiscoverScreen } from '#features/discover-screen/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { CurrentHidden } from '#features/hidden-titles/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { ProviderKeys } from '#features/provider-keys/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { MusicCatalog } from '#ports/music-catalog.ts'
import { createTmdbScreenCatalog } from '#upstreams/tmdb/tmdb-screen.ts'
import { createWatchlist } from './list/watchlist-service.ts'
import { createAskableCheck } from './watch/askable.ts'
import { createItemReader, type WatchedBooks } from './watch/item-reader.ts'
import { createItemWatch } from './watch/item-watch.ts'
import { createNextSeasons } from './watch/next-seasons.ts'
import { createWatchJob } from './watch/watch-job.ts'
import { watchlistRoutes } from './watchlist-routes.ts'

interface Needs {
  inventory: Inventory
  kids: Pick<TitleGate, 'isLimited' | 'allowedTitles' | 'assertAllowed'>
  hidden_titles: { current: CurrentHidden }
  alerts: Alerts
  keys: ProviderKeys
  screen: Pick<DiscoverScreen, 'details'>
  music_catalog: MusicCatalog
  books: WatchedBooks
  tv_matches: Pick<TvMatches, 'resolve'>
  requests: {
    preview(caller: Caller, selection: Selection): Promise<unknown>
    create(caller: Caller, selection: Selection): Promise<unknown>
  }
}

/** Watchlists: what people want to hear about, and the watch that finds out. */
export function createWatchlistSlice(platform: Platform, needs: Needs) {
  const { config, database, hooks, outbound } = platform
  const { keys, screen, requests } = needs
  const parts = { ...platform, ...needs }
  const readItem = createItemReader({
    ...parts,
    record: screen.details.record,
    catalog: createTmdbScreenCatalog({
      external: outbound.external,
      url: config.tmdb.url,
      key: () => keys.metadataKey(database.read),
    })('en'),
    music: needs.music_catalog,
  })
  const next_seasons = createNextSeasons({ ...parts, createRequest: requests.create })
  hooks.requestSaved.on('watchlist', next_seasons.requestSaved)
  const checkAskable = createAskableCheck({ ...parts, preview: requests.preview })
  const look = createItemWatch({ ...parts, readItem, checkAskable, next_seasons })
  const job = createWatchJob({ ...parts, look })
  const watchlist = createWatchlist({
    ...parts,
    readItem,
    scheduleWatch: job.schedule,
    currentCaller: createCurrentCaller(database),
    async assertPerson(caller, id) {
      // Only a kids account needs the record: everybody else may follow anybody.
      if (await needs.kids.isLimited(caller)) await screen.details.person(caller, id)
    },
  })
  return { api: {}, routes: watchlistRoutes(watchlist), start: job.start }
}
