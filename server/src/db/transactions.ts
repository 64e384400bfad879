import type { Kysely } from 'kysely'
import { assertOutsideTransaction, outsideTransaction } from '#kit/transaction-scope.ts'
import type { Tx } from './database.ts'
import type { Tables } from './tables.ts'

/** Runs transactions on one Kysely and the after-commit work that they collect. */
export function createTransactionRunner(write: Kysely<Tables>, onCommit: () => void) {
  const hooks = new WeakMap<Tx, (() => void)[]>()

  async function run<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    assertOutsideTransaction('A second transaction')
    let collected: (() => void)[] = []
    const result = await write.transaction().execute(async tx => {
      collected = []
      hooks.set(tx, collected)
      return body(tx)
    })
    onCommit()
    outsideTransaction(() => {
      for (const hook of collected) hook()
    })
    return result
  }

  function afterCommit(tx: Tx, hook: () => void): void {
    const collected = hooks.get(tx)
    if (!collected) throw new Error('afterCommit needs the transaction it waits for')
    collected.push(hook)
  }

  return { run, afterCommit }
}
