import * as routes from '@foyer/contract/tv-matches/tv-repairs'
import { Answer, type Binding, bind } from '#http/bind.ts'
import type { MatchRepairs } from './match-repairs.ts'

export function tvRepairRoutes(repairs: MatchRepairs): Binding[] {
  return [
    bind(routes.listTvRepairs).to(({ caller, params, query }) =>
      repairs.list(caller, params.tmdb_id, query.instance_id),
    ),
    bind(routes.repairTvMatch).to(async ({ caller, params, body }) => {
      const { response, is_new } = await repairs.repair(caller, params.id, body.revision)
      return new Answer(response, { status: is_new ? 201 : 200 })
    }),
  ]
}
