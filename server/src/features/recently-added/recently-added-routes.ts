import * as routes from '@foyer/contract/recently-added'
import { type Binding, bind } from '#http/bind.ts'
import type { RecentlyAdded } from './recently-added.ts'

export function recentlyAddedRoutes(recently_added: RecentlyAdded): Binding[] {
  return [bind(routes.getRecentlyAdded).to(({ caller, query }) => recently_added.list(caller, query.limit))]
}
