import type { Kysely } from 'kysely'
import { assertOutsideTransaction, insideTransaction, outsideTransaction } from '#kit/transaction-scope.ts'
import type { Attempt, TransactionOptions, Tx } from './database.ts'
import { inSavepoint } from './savepoint.ts'
import type { Tables } from './tables.ts'

export type Body<T> = (tx: Tx) => Promise<T>

/** Runs transactions on one Kysely, and their after-commit work. */
export function createTransactionRunner(write: Kysely<Tables>, onCommit: (tx: Tx) => void) {
  const hooks = new WeakMap<Tx, (() => void)[]>()

  /** Runs a body with its own transaction, or with its own part of one. */
  function runBody<T>(tx: Tx, body: Body<T>): Promise<T> {
    hooks.set(tx, [])
    return insideTransaction(() => body(tx))
  }

  function runHooks(tx: Tx): void {
    outsideTransaction(() => {
      for (const hook of hooks.get(tx) ?? []) hook()
    })
  }

  async function run<T>(body: Body<T>, { changes_rows = true }: TransactionOptions = {}): Promise<T> {
    assertOutsideTransaction('A second transaction')
    const { tx, result } = await write
      .transaction()
      .execute(async begun => ({ tx: begun, result: await runBody(begun, body) }))
    if (changes_rows) onCommit(tx)
    runHooks(tx)
    return result
  }

  function afterCommit(tx: Tx, hook: () => void): void {
    const collected = hooks.get(tx)
    if (!collected) throw new Error('afterCommit needs the transaction it waits for')
    collected.push(hook)
  }

  async function attempt<T>(tx: Tx, body: Body<T>): Promise<Attempt<T>> {
    // The same connection as a separate object: what it wants to do after the commit is undone with its writes.
    const part = tx.withoutPlugins()
    const tried = await inSavepoint(tx, () => runBody(part, body))
    if (tried.ok) afterCommit(tx, () => runHooks(part))
    return tried
  }

  return { run, runBody, runHooks, afterCommit, attempt }
}

export type TransactionRunner = ReturnType<typeof createTransactionRunner>
