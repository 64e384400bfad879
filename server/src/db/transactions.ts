import type { Kysely } from 'kysely'
import { assertOutsideTransaction, insideTransaction, outsideTransaction } from '#kit/transaction-scope.ts'
import type { TransactionOptions, Tx } from './database.ts'
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

  return { run, runBody, runHooks, afterCommit }
}

export type TransactionRunner = ReturnType<typeof createTransactionRunner>
