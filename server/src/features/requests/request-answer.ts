import type { RequestResponse } from '@foyer/contract/requests'
import type { Database, Db } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { Caller } from '#kit/caller.ts'
import type { LiveView } from './live-view.ts'
import type { Live } from './neighbours.ts'
import type { OpenedRequest } from './request-access.ts'
import { holdings } from './request-history.ts'
import { presentRequest } from './response-rules.ts'

/** The request response of 1/4.6, for whoever reads it. */
export function createAnswer(parts: {
  database: Database
  deliveries: Pick<Deliveries, 'statesOf'>
  look: LiveView
}) {
  const { database, deliveries, look } = parts

  /** By what is saved and, unless it is null, by what the library said. */
  async function saved(db: Db, { request, own }: OpenedRequest, live: Live | null): Promise<RequestResponse> {
    const states = (await deliveries.statesOf(db, [request.id])).get(request.id) ?? []
    const { standpoint } = holdings(own)
    return presentRequest({ request, deliveries: states, standpoint, live })
  }

  return {
    saved,
    live: async (caller: Caller, opened: OpenedRequest): Promise<RequestResponse> =>
      saved(database.read, opened, await look.one(caller, opened.request)),
  }
}

export type RequestAnswer = ReturnType<typeof createAnswer>
