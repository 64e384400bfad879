import type { Decision, DeliveryState } from '@foyer/contract/requests/requests'
import type { Db } from '#db/database.ts'
import { type Deliveries, presentDelivery } from '#features/deliveries/index.ts'
import { findLatestOwn } from '../store/request-store.ts'
import { catalogRefOf } from './response-rules.ts'

interface ScreenTitle {
  media_type: 'movie' | 'tv'
  tmdb_id: number
}

/** The part of a title's status that comes from a person's latest request for it (1/3). */
export interface LatestRow {
  request_id: number
  decision: Decision
  title_unverified: boolean
  delivery: DeliveryState[]
  seasons?: number[]
  catalog_ref?: { provider: string; id: string }
}

/**
 * Keyed like `movie:603`. Titles this person never requested from this library are absent; cancelled requests are
 * included.
 */
export function createLatestOwnRequest(deliveries: Pick<Deliveries, 'statesOf'>) {
  return async function latestOwnRequest(
    db: Db,
    user_id: number,
    titles: readonly ScreenTitle[],
    instance_id: string,
  ): Promise<Map<string, LatestRow>> {
    const identities = titles.map(({ media_type, tmdb_id }) => `${media_type}:${tmdb_id}`)
    const requests = await findLatestOwn(db, user_id, { identities, instance_id })
    const states = await deliveries.statesOf(
      db,
      requests.map(request => request.id),
    )
    return new Map(
      requests.map(request => {
        const { id: request_id, decision, title_unverified, seasons, identity } = request
        const delivery = (states.get(request_id) ?? []).map(record => presentDelivery(record, true))
        const own = seasons && { seasons: [...seasons] }
        return [
          identity,
          { request_id, decision, title_unverified, delivery, ...own, ...catalogRefOf(request) },
        ]
      }),
    )
  }
}
