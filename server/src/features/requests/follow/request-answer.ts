import type { RequestResponse } from '@foyer/contract/requests/requests'
import type { Database, Db } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import { within } from '#jobs/within.ts'
import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { DeliveryRecord } from '#ports/request-record.ts'
import type { LiveView } from './live-view.ts'
import type { Live } from '../dependencies.ts'
import { type OpenedRequest, openRequest } from './request-access.ts'
import { holdings } from './request-history.ts'
import { findRequest } from '../store/request-store.ts'
import { presentRequest } from './response-rules.ts'

/** How long a response may wait for a library after a decision or change that is already stored. */
const AFTER_CHANGE_MS = 2_000
const SILENT: Live = { known: false, reason: 'library_unavailable' }

/** A request as read within a transaction. */
export interface Snapshot extends OpenedRequest {
  states: readonly DeliveryRecord[]
}

/** The request response of 1/4.6, for one reader. */
export function createAnswer(parts: {
  database: Database
  clock: Clock
  deliveries: Pick<Deliveries, 'statesOf'>
  liveView: LiveView
}) {
  const { database, clock, deliveries, liveView } = parts

  async function statesOf(db: Db, { request }: OpenedRequest): Promise<readonly DeliveryRecord[]> {
    return (await deliveries.statesOf(db, [request.id])).get(request.id) ?? []
  }

  function present({ request, own, role, states }: Snapshot, live: Live | null): RequestResponse {
    const { reader } = holdings(own, { role })
    return presentRequest({ request, deliveries: states, reader, live })
  }

  async function snapshot(db: Db, caller: Caller, id: number): Promise<Snapshot> {
    const opened = await openRequest(db, caller, id)
    return { ...opened, states: await statesOf(db, opened) }
  }

  return {
    /** From stored rows alone. */
    saved: async (db: Db, opened: OpenedRequest): Promise<RequestResponse> =>
      present({ ...opened, states: await statesOf(db, opened) }, null),

    live: async (caller: Caller, opened: OpenedRequest): Promise<RequestResponse> => {
      const live = await liveView.one(caller, opened.request)
      // C69: reading the library may have supplied the title.
      const { title_unverified, id } = opened.request
      const request = (title_unverified && (await findRequest(database.read, id))) || opened.request
      return present({ ...opened, request, states: await statesOf(database.read, opened) }, live)
    },

    snapshot,

    /** As it was stored by the action, regardless of later work. */
    async afterChange(caller: Caller, done: Snapshot): Promise<RequestResponse> {
      const seen = liveView.one(caller, done.request)
      return present(done, (await within(clock, AFTER_CHANGE_MS, seen)) ? await seen : SILENT)
    },
  }
}

export type RequestAnswer = ReturnType<typeof createAnswer>
