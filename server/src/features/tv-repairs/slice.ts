import type { Inventory } from '#features/instances/index.ts'
import { type Correctives, findRequests } from '#features/requests/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createMatchRepairs } from './match-repairs.ts'
import { tvRepairRoutes } from './tv-repair-routes.ts'

interface Needs {
  inventory: Inventory
  tv_matches: TvMatches
  correctives: Correctives
}

/** Repairs requests that were sent with a wrong match of their show. */
export function createTvRepairsSlice({ database }: Platform, needs: Needs) {
  const { inventory, tv_matches, correctives } = needs
  const requests = { ...correctives, find: findRequests }
  return {
    api: {},
    routes: tvRepairRoutes(createMatchRepairs({ database, inventory, tv_matches, requests })),
  }
}
