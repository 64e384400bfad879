import { CompiledQuery } from 'kysely'
import type { Attempt, Tx } from './database.ts'

/** Savepoints of one name nest; each statement means the innermost. */
const SAVEPOINT = CompiledQuery.raw('savepoint part')
const RELEASE = CompiledQuery.raw('release part')
const UNDO = CompiledQuery.raw('rollback to part')

/** Undoes everything that `run` wrote when it throws, and nothing else. */
export async function inSavepoint<T>(whole: Tx, run: () => Promise<T>): Promise<Attempt<T>> {
  await whole.executeQuery(SAVEPOINT)
  try {
    const value = await run()
    await whole.executeQuery(RELEASE)
    return { ok: true, value }
  } catch (error) {
    await undo(whole, error)
    return { ok: false, error }
  }
}

/** If the engine has rolled back the whole transaction, there is no savepoint to return to and everything is lost. */
async function undo(whole: Tx, error: unknown): Promise<void> {
  try {
    await whole.executeQuery(UNDO)
    await whole.executeQuery(RELEASE)
  } catch {
    throw error
  }
}
