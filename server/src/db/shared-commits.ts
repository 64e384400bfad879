import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { assertOutsideTransaction } from '#kit/transaction-scope.ts'
import type { Tx } from './database.ts'
import { inSavepoint } from './savepoint.ts'
import type { Tables } from './tables.ts'
import type { Body, TransactionRunner } from './transactions.ts'

/** Every call that shares a commit waits for all others in it. */
const MAX_SHARED = 32

interface Waiting {
  body: Body<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** The result of one call, delivered when all are on disk. */
type Settle = () => void

export interface SharingParts {
  write: Kysely<Tables>
  runner: TransactionRunner
  /** One call succeeded; later ones see its writes. */
  onEnd(tx: Tx): void
  onCommit(): void
  /** Earlier successes were lost. */
  onLoss(): void
}

/**
 * One sync of the disk for all concurrent calls. The bodies run one after the other, and each is rolled back alone
 * when it throws; no call returns, with success or refusal, before the common commit.
 */
export function createSharedCommits({ write, runner, onEnd, onCommit, onLoss }: SharingParts) {
  const waiting: Waiting[] = []
  let gathering = false

  async function gather(): Promise<void> {
    gathering = true
    try {
      while (waiting.length > 0) {
        // SQLite is synchronous. After one event loop turn, other waiting calls can join.
        await setImmediate()
        await runAll(waiting.splice(0, MAX_SHARED))
      }
    } finally {
      gathering = false
    }
  }

  async function runAll(all: readonly Waiting[]): Promise<void> {
    const [first] = all
    // A single call is an ordinary transaction.
    if (first && all.length === 1) await runner.run(first.body).then(first.resolve, first.reject)
    else for (const settle of await runTogether(all)) settle()
  }

  async function runTogether(all: readonly Waiting[]): Promise<Settle[]> {
    const results: Settle[] = []
    try {
      await write.transaction().execute(async whole => {
        for (const one of all) results.push(await runOne(whole, one))
      })
    } catch (error) {
      onLoss()
      return all.map(
        ({ reject }) =>
          () =>
            reject(error),
      )
    }
    onCommit()
    return results
  }

  async function runOne(whole: Tx, { body, resolve, reject }: Waiting): Promise<Settle> {
    // The same connection as a separate object, so that its messages and after-commit work are its own.
    const tx = whole.withoutPlugins()
    const tried = await inSavepoint(whole, () => runner.runBody(tx, body))
    if (!tried.ok) return () => reject(tried.error)
    onEnd(tx)
    return () => {
      try {
        runner.runHooks(tx)
        resolve(tried.value)
      } catch (error) {
        reject(error)
      }
    }
  }

  return function share<T>(body: Body<T>): Promise<T> {
    assertOutsideTransaction('A second transaction')
    return new Promise<T>((resolve, reject) => {
      // It resolves with the result of this very body.
      waiting.push({ body, resolve: result => resolve(result as T), reject })
      if (!gathering) void gather()
    })
  }
}
