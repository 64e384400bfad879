import * as routes from '@foyer/contract/discover-screen/list-provider'
import { Answer, type Binding, bind } from '#http/bind.ts'
import { refuseEscapes } from '#http/validation.ts'
import type { ListFeeds, ListResult } from './list-feeds.ts'
import type { ListImageRelay } from './list-images.ts'
import { whenReady, type MaybeAsync } from '#kit/maybe-async.ts'

/** The array as the body, the provider's pagination as headers (1/4.5). */
function answer(result: MaybeAsync<ListResult>) {
  return whenReady(result, ({ rows, pagination }) => new Answer(rows, { headers: pagination }))
}

export function listProviderRoutes({ feeds, relay }: { feeds: ListFeeds; relay: ListImageRelay }): Binding[] {
  return [
    bind(routes.getListTrending).to(({ caller, query }) => answer(feeds.trending(caller, query))),
    bind(routes.getListPopular).to(({ caller, query }) => answer(feeds.popular(caller, query))),
    bind(routes.getListAnticipated).to(({ caller, query }) => answer(feeds.anticipated(caller, query))),
    bind(routes.getListRecommendations).to(({ query }) => answer(feeds.recommendations(query.type))),
    bind(routes.getLists).to(({ query }) => answer(feeds.lists(query))),
    bind(routes.getListItems).to(({ caller, params, query }) => answer(feeds.items(caller, params, query))),
    bind(routes.getListCalendar).to(({ caller, query }) => answer(feeds.calendar(caller, query))),
    bind(routes.getListImage).to(({ params, raw }) => {
      refuseEscapes(raw.request)
      return relay.image(params.host, params.path)
    }),
  ]
}
