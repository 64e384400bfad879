import type { Db } from '#db/database.ts'

/**
 * Who of these users can sign in now with an account elsewhere that they linked. An identity of a method that is off
 * does not count: it lets nobody in.
 */
export type FindLinkedSignIns = (db: Db, user_ids: readonly number[]) => Promise<ReadonlySet<number>>

/** Adds up the methods of other slices. */
export function createLinkedSignIns() {
  const methods: FindLinkedSignIns[] = []
  const find: FindLinkedSignIns = async (db, user_ids) => {
    const found = new Set<number>()
    for (const method of methods) for (const user_id of await method(db, user_ids)) found.add(user_id)
    return found
  }
  return { add: (method: FindLinkedSignIns): void => void methods.push(method), find }
}
