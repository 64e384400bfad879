import type { Tx } from '#db/database.ts'
import type { Issues } from '#features/issues/index.ts'

/** Ends a wait in vain: the issue needs an admin from now on, and its thread says why. */
export async function escalateToAdmin(
  issues: Pick<Issues, 'move' | 'say'>,
  tx: Tx,
  id: number,
  why: string,
): Promise<void> {
  const moved = await issues.move(tx, id, { from: ['waiting'], to: 'needs_admin' })
  if (moved) await issues.say(tx, id, { author_kind: 'system', body: why, is_internal: true })
}
