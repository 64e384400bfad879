import { stockFixtures } from '../fixture-library.ts'
import { startHookReceiver } from '../kit/hook-receiver.ts'
import type { JsonRecord } from '../kit/json.ts'
import { DAY_MS } from '../kit/time.ts'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'
import {
  grabAndFail,
  sharedChanges,
  sharedCreates,
  sharedDeletes,
  sharedReads,
  stallFirst,
  webhookConnection,
} from './manager-walk.ts'

type Request = string | readonly [string, unknown]

const API = '/api/v3'
const PROFILE = 4
const WINDOW_MS = 400 * DAY_MS

/** What one manager of movies or shows has beside what both have. */
export interface ScreenPlan {
  command: JsonRecord
  add: Request
  /** What is under way when it is read. */
  begin: (world: World) => void
  reads: (from: string, to: string) => string[]
  changes: (walker: Walker) => Promise<Request[]>
  /** By what a release is searched for. */
  search: string
  deletes: Request[]
}

export interface ScreenWalk {
  world: World
  walker: Walker
  /** Asks for every route there is; tells what was answered otherwise than hoped, and what was not asked for. */
  run: (plan: ScreenPlan) => Promise<string[]>
  close: () => Promise<void>
}

export async function openScreenWalk(product: 'radarr' | 'sonarr'): Promise<ScreenWalk> {
  const world = await startWorld()
  const hooks = await startHookReceiver()
  stockFixtures(world)
  const walker = createWalker(world[product], { 'x-api-key': world[product].api_key })
  const connection = (name: string) => webhookConnection(hooks.url, name)

  function readsOf(plan: ScreenPlan): string[] {
    const from = new Date(world.clock.now() - WINDOW_MS).toISOString()
    const to = new Date(world.clock.now() + WINDOW_MS).toISOString()
    const shared = [`qualityprofile/${PROFILE}`, `history/since?date=${from}`, 'mediacover/1/poster-250.jpg']
    return [
      ...sharedReads(API),
      ...shared.map(path => `${API}/${path}`),
      '/MediaCover/1/fanart.jpg',
      ...plan.reads(from, to),
    ]
  }

  async function walkWrites(plan: ScreenPlan): Promise<string[]> {
    const shared = await sharedChanges(walker, API, { connection: connection('one'), profile: PROFILE })
    const changed = await walker.misses([...shared, ...(await plan.changes(walker))], 202)
    const made = await walker.misses([[`POST ${API}/rootfolder`, { path: '/more' }]], 201)
    const test = [`POST ${API}/notification/test`, connection('two')] as const
    const done = await walker.misses([test, ...(await grabAndFail(walker, API, plan.search))], 200)
    return [...changed, ...made, ...done]
  }

  return {
    world,
    walker,
    async run(plan) {
      const creates = [...sharedCreates(API, connection('one'), plan.command), plan.add]
      const missed = await walker.misses(creates, 201)
      plan.begin(world)
      stallFirst(world[product])
      world[product].health.raise(
        'IndexerStatusCheck',
        'warning',
        'Indexers unavailable due to failures: NZBarn',
      )
      missed.push(...(await walker.unread(readsOf(plan))), ...(await walkWrites(plan)))
      const gone = [`DELETE ${API}/rootfolder/2`, `DELETE ${API}/qualityprofile/6`]
      const deletes = [...(await sharedDeletes(walker, API)), ...plan.deletes, ...gone]
      return [...missed, ...(await walker.misses(deletes, 200)), ...walker.unmet()]
    },
    async close() {
      await hooks.close()
      await world.close()
    },
  }
}
