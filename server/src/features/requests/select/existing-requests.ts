import type { Db } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { Prepared } from '../prepare/request-preparation.ts'
import { findLatestOwn, findOpenRequests } from '../store/request-store.ts'
import { isIdentical } from './duplicate-rules.ts'

/** Existing requests: requesting the same again returns the existing request and costs nothing (1:4.9.2). */
export function createExistingRequests({ statesOf }: Pick<Deliveries, 'statesOf'>) {
  return {
    /** Open requests for the same title in the same library: this person's own, or everybody's for a book (1:4.8.3). */
    open: (db: Db, { wanted, instance, person }: Prepared): Promise<RequestRecord[]> =>
      findOpenRequests(
        db,
        { identity: wanted.identity, instance_id: instance.id },
        wanted.media_type === 'book' ? undefined : person.user_id,
      ),

    /** The latest request, if it was for exactly this and was delivered. */
    async delivered(db: Db, prepared: Prepared): Promise<RequestRecord | undefined> {
      const { wanted, instance, person } = prepared
      const same = { identities: [wanted.identity], instance_id: instance.id }
      const [newest] = await findLatestOwn(db, person.user_id, same)
      if (!newest || newest.decision !== 'approved' || !isIdentical(newest, prepared)) return undefined
      const states = (await statesOf(db, [newest.id])).get(newest.id) ?? []
      return states.every(one => one.state === 'complete') ? newest : undefined
    },
  }
}
