import type { RequestResponse, RequestStatus } from '@foyer/contract/requests/requests'
import type { TvRepair } from '@foyer/contract/tv-matches/tv-repairs'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { Database, Db, Tx } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { assertStillMay } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import { judgeRepair } from './repair-rules.ts'

/** The request operations that repairs need. */
export interface RepairedRequests {
  /** The latest 200 accepted originals of a show. */
  accepted(
    caller: Caller,
    show: { tmdb_id: number; instance_id?: string | undefined },
  ): Promise<
    readonly {
      request: RequestRecord
      username: string
      status: RequestStatus
      repair_request_id: number | null
    }[]
  >
  /** The latest repair of this request. */
  repairOf(db: Db, of: number): Promise<number | null>
  create(tx: Tx, repair: { of: RequestRecord; match: TvMatch; decided_by: number }): Promise<RequestRecord>
  answer(db: Db, caller: Caller, id: number): Promise<RequestResponse>
  find(db: Db, ids: readonly number[]): Promise<readonly RequestRecord[]>
}

export interface RepairParts {
  database: Database
  inventory: Pick<Inventory, 'find' | 'resolve'>
  tv_matches: Pick<TvMatches, 'resolve' | 'isCurrent'>
  requests: RepairedRequests
}

/** Repairs requests that used an older match of their show by requesting them again (1:4.7). */
export function createMatchRepairs({ database, inventory, tv_matches, requests }: RepairParts) {
  /** A show is matched per library, and each library is read once. */
  async function intendedIn(tmdb_id: number, instance_ids: Iterable<string>) {
    const found = new Map<string, { instance: InstanceRecord | null; match: TvMatch }>()
    for (const id of new Set(instance_ids)) {
      const instance = (await inventory.find(database.read, id)) ?? null
      found.set(id, { instance, match: await tv_matches.resolve(tmdb_id, instance) })
    }
    return found
  }

  async function lastRepair(db: Db, of: number): Promise<RequestRecord | null> {
    const id = await requests.repairOf(db, of)
    return id === null ? null : ((await requests.find(db, [id]))[0] ?? null)
  }

  /** False: it changed since the admin saw it. */
  function write(caller: Caller, of: RequestRecord, match: TvMatch) {
    return database.withWriteLock('requests', async tx => {
      await assertStillMay(tx, caller, 'requests:manage')
      const [request] = await requests.find(tx, [of.id])
      if (!request) throw new Refusal('not_found')
      if (!(await tv_matches.isCurrent(tx, match))) throw new Refusal('stale_revision')
      const repair = await lastRepair(tx, request.id)
      const { is_repaired, can_repair, message } = judgeRepair({ request, intended: match, repair })
      if (is_repaired && repair) return { id: repair.id, is_new: false }
      if (!can_repair) throw new Refusal('not_repairable', { error: message })
      const { id } = await requests.create(tx, { of: request, match, decided_by: caller.user_id })
      return { id, is_new: true }
    })
  }

  return {
    async list(caller: Caller, tmdb_id: number, instance_id?: string): Promise<TvRepair[]> {
      if (instance_id !== undefined) {
        await inventory.resolve(database.read, caller, 'tv_manager', instance_id)
      }
      const rows = await requests.accepted(caller, { tmdb_id, instance_id })
      const repair_ids = rows.flatMap(row => row.repair_request_id ?? [])
      const repairs = new Map((await requests.find(database.read, repair_ids)).map(one => [one.id, one]))
      const libraries = await intendedIn(
        tmdb_id,
        rows.map(({ request }) => request.instance_id),
      )
      return rows.flatMap(({ request, username, status, repair_request_id }) => {
        const library = libraries.get(request.instance_id)
        if (!library) return []
        const { instance, match } = library
        const repair = repairs.get(repair_request_id ?? 0) ?? null
        const {
          recorded_target,
          intended_target,
          is_repaired: _,
          ...verdict
        } = judgeRepair({
          request,
          intended: instance && match,
          repair,
        })
        return [
          {
            request_id: request.id,
            title: request.title,
            username,
            status,
            instance_id: request.instance_id,
            instance_name: instance?.name ?? request.instance_name,
            ...(recorded_target && { recorded_target }),
            ...(request.match?.tvdb_id !== undefined && { recorded_tvdb_id: request.match.tvdb_id }),
            recorded_target_known: recorded_target !== null,
            ...(intended_target && { intended_target }),
            revision: match.revision,
            ...(repair_request_id !== null && { repair_request_id }),
            ...verdict,
          },
        ]
      })
    },

    /** 1/4.7: the linked request, created now or by an earlier repair. */
    async repair(
      caller: Caller,
      id: number,
      revision: string,
    ): Promise<{ response: RequestResponse; is_new: boolean }> {
      const [of] = await requests.find(database.read, [id])
      if (!of) throw new Refusal('not_found')
      if (of.media_type !== 'tv' || of.tmdb_id === null || of.repair_of !== null) {
        throw new Refusal('not_repairable')
      }
      const instance = await inventory.find(database.read, of.instance_id)
      if (!instance) throw new Refusal('not_repairable', { error: 'The library of this request is gone.' })
      const match = await tv_matches.resolve(of.tmdb_id, instance)
      if (match.revision !== revision) throw new Refusal('stale_revision')
      const written = await write(caller, of, match)
      return { response: await requests.answer(database.read, caller, written.id), is_new: written.is_new }
    },
  }
}

export type MatchRepairs = ReturnType<typeof createMatchRepairs>
