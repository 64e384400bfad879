import type { Db } from '#db/database.ts'

/** Proposed changes of quality profiles that an admin can still approve (2:4.8). */
export async function countPendingProposals(db: Db, now: string): Promise<number> {
  const { count } = await db
    .selectFrom('profile_proposals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}
