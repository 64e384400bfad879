import type { Db } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { Prepared } from './request-preparation.ts'
import { findNewestOwn, findOpenRequests } from './request-store.ts'
import { isIdentical } from './sameness-rules.ts'

/** What somebody asked for before: asking for it again is answered with it, and costs nothing (1:4.9.2). */
export function createAskedBefore({ statesOf }: Pick<Deliveries, 'statesOf'>) {
  return {
    /** Open requests of the same thing in the same library: one's own, of a book everybody's (1:4.8.3). */
    open: (db: Db, { wish, instance, person }: Prepared): Promise<RequestRecord[]> =>
      findOpenRequests(
        db,
        { identity: wish.identity, instance_id: instance.id },
        wish.media_type === 'book' ? undefined : person.user_id,
      ),

    /** The newest, when it asked for exactly this and was delivered. */
    async delivered(db: Db, prepared: Prepared): Promise<RequestRecord | undefined> {
      const { wish, instance, person } = prepared
      const same = { identities: [wish.identity], instance_id: instance.id }
      const [newest] = await findNewestOwn(db, person.user_id, same)
      if (!newest || newest.decision !== 'approved' || !isIdentical(newest, prepared)) return undefined
      const states = (await statesOf(db, [newest.id])).get(newest.id) ?? []
      return states.every(one => one.state === 'complete') ? newest : undefined
    },
  }
}
