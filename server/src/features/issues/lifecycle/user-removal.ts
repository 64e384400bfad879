import type { Database, Tx } from '#db/database.ts'
import type { Issues } from '../issue.ts'

/** Reports of somebody who leaves stay, without a name. Nobody is left to answer a question: an admin takes over. */
export function createUserRemoval(parts: { database: Pick<Database, 'alsoLock'>; issues: Issues }) {
  const { database, issues } = parts
  return async (tx: Tx, user_id: number): Promise<void> => {
    await database.alsoLock(tx, 'issues')
    const asked = (await issues.inStatus(tx, ['awaiting_user'])).filter(one => one.reporter_id === user_id)
    for (const { id } of asked) {
      const body = 'The account of the reporter was deleted.'
      await issues.say(tx, id, { author_kind: 'system', body, is_internal: true })
      await issues.move(tx, id, { from: ['awaiting_user'], to: 'needs_admin' })
    }
  }
}
