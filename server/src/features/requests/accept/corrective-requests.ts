import type { RequestResponse, RequestStatus } from '@foyer/contract/requests/requests'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { LiveView } from '../follow/live-view.ts'
import { listAcceptedShows } from '../decide/queue-store.ts'
import type { RequestAnswer } from '../follow/request-answer.ts'
import { findRepairs, insertRequest } from '../store/request-store.ts'
import { resolveStatus } from '../follow/request-status-rules.ts'
import { insertSubscriptions } from '../store/subscription-store.ts'

/** 1:4.7: the most rows that a repair preview shows. */
const SHOWN_AT_MOST = 200

/** An accepted request for a show, as the repair preview lists it. */
export interface AcceptedShow {
  request: RequestRecord
  username: string
  status: RequestStatus
  /** Null: not repaired yet. */
  repair_request_id: number | null
}

/** The request operations that repairing a TV match needs (1:4.7). */
export function createCorrectives(parts: {
  database: Database
  clock: Clock
  deliveries: Pick<Deliveries, 'open' | 'statesOf'>
  liveView: LiveView
  answer: RequestAnswer
}) {
  const { database, clock, deliveries, liveView, answer } = parts

  async function repairOf(db: Db, of: number): Promise<number | null> {
    return (await findRepairs(db, [of])).get(of) ?? null
  }

  return {
    /** Originals only, newest first; `instance_id` narrows it to one library. */
    async accepted(
      caller: Caller,
      show: { tmdb_id: number; instance_id?: string | undefined },
    ): Promise<AcceptedShow[]> {
      const db = database.read
      const rows = await listAcceptedShows(db, { ...show, limit: SHOWN_AT_MOST })
      const requests = rows.map(({ request }) => request)
      const ids = requests.map(({ id }) => id)
      const { live } = await liveView.many(caller, requests)
      const states = await deliveries.statesOf(db, ids)
      const repairs = await findRepairs(db, ids)
      return rows.map(({ request, username }) => ({
        request,
        username,
        status: resolveStatus(request, states.get(request.id) ?? [], live.get(request.id) ?? null).status,
        repair_request_id: repairs.get(request.id) ?? null,
      }))
    },

    repairOf,

    /**
     * Requests the same seasons again with another match, on behalf of the original requester. An admin does this, so
     * it needs no approval, and the same seasons are not charged twice (1:4.9.2).
     */
    async create(
      tx: Tx,
      { of, match, decided_by }: { of: RequestRecord; match: TvMatch; decided_by: number },
    ): Promise<RequestRecord> {
      const now = iso(clock.now())
      const { id: repair_of, ...original } = of
      const request = await insertRequest(tx, {
        ...original,
        made_by: decided_by,
        match,
        repair_of,
        approval_required: false,
        decision: 'approved',
        decided_at: now,
        decided_by,
        deny_reason: null,
        created_at: now,
        updated_at: now,
      })
      const { id: request_id, user_id } = request
      await insertSubscriptions(tx, [
        { request_id, user_id, format: '', created_at: now, cancelled_at: null },
      ])
      await deliveries.open(tx, request, [''], 'queued')
      return request
    },

    /** The request response of the linked request. */
    answer: async (db: Db, caller: Caller, id: number): Promise<RequestResponse> =>
      answer.afterChange(caller, await answer.snapshot(db, caller, id)),
  }
}

export type Correctives = ReturnType<typeof createCorrectives>
