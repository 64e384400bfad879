import type { Db } from '#db/database.ts'
import { type Caller, sessionRevoked } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'

/**
 * CONTRIBUTING rule 3: refuses somebody who lost the role while another service was waited for. For the transaction
 * that writes.
 */
export async function assertStillAdmin(db: Db, { user_id }: Pick<Caller, 'user_id'>): Promise<void> {
  const user = await db.selectFrom('users').select('role').where('id', '=', user_id).executeTakeFirst()
  if (!user) throw sessionRevoked()
  if (user.role !== 'admin') throw new Refusal('forbidden')
}
