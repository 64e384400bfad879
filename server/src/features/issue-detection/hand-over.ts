import type { Tx } from '#db/database.ts'
import type { Issues } from '#features/issues/index.ts'

/** Nobody would look again at what waits for something that does not come: it is an admin's now, and says why. */
export async function handOver(
  issues: Pick<Issues, 'move' | 'say'>,
  tx: Tx,
  id: number,
  why: string,
): Promise<void> {
  const moved = await issues.move(tx, id, { from: ['waiting'], to: 'needs_admin' })
  if (moved) await issues.say(tx, id, { author_kind: 'system', body: why, is_internal: true })
}
