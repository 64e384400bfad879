import { setImmediate } from 'node:timers/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import { assertOutsideTransaction } from '#kit/transaction-scope.ts'
import type { Tx } from './database.ts'
import type { Tables } from './tables.ts'
import type { Body, TransactionRunner } from './transactions.ts'

/** Whoever shares a commit waits for all others who do. */
const TOGETHER_AT_MOST = 32

const SAVEPOINT = CompiledQuery.raw('savepoint one_of_many')
const RELEASE = CompiledQuery.raw('release one_of_many')
const UNDO = CompiledQuery.raw('rollback to one_of_many')

interface Waiting {
  body: Body<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** How one of many ended: told to whoever waits for it once all are on the disk. */
type Ending = () => void

export interface SharingParts {
  write: Kysely<Tables>
  runner: TransactionRunner
  /** One of many ended well; those after it see its writes. */
  onEnd(tx: Tx): void
  onCommit(): void
  /** Nothing of what ended well is there after all. */
  onLoss(): void
}

/**
 * One sync of the disk for all who arrive together. Each body runs alone, one after the other, and its writes
 * are undone alone when it throws; nobody is answered, with success or refusal, before the one commit.
 */
export function createSharedCommits({ write, runner, onEnd, onCommit, onLoss }: SharingParts) {
  const waiting: Waiting[] = []
  let gathering = false

  async function gather(): Promise<void> {
    gathering = true
    try {
      while (waiting.length > 0) {
        // SQLite answers without the event loop. After one turn of it, who else is at the door comes along.
        await setImmediate()
        await runAll(waiting.splice(0, TOGETHER_AT_MOST))
      }
    } finally {
      gathering = false
    }
  }

  async function runAll(all: readonly Waiting[]): Promise<void> {
    const [first] = all
    // Alone it is a transaction like any other.
    if (first && all.length === 1) await runner.run(first.body).then(first.resolve, first.reject)
    else for (const tell of await runTogether(all)) tell()
  }

  async function runTogether(all: readonly Waiting[]): Promise<Ending[]> {
    const endings: Ending[] = []
    try {
      await write.transaction().execute(async whole => {
        for (const one of all) endings.push(await runOne(whole, one))
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
    return endings
  }

  async function runOne(whole: Tx, { body, resolve, reject }: Waiting): Promise<Ending> {
    // The same connection under another name: its messages and its work after the commit are its own.
    const tx = whole.withoutPlugins()
    await whole.executeQuery(SAVEPOINT)
    try {
      const result = await runner.runBody(tx, body)
      await whole.executeQuery(RELEASE)
      onEnd(tx)
      return () => {
        try {
          runner.runHooks(tx)
          resolve(result)
        } catch (error) {
          reject(error)
        }
      }
    } catch (error) {
      await undo(whole, error)
      return () => reject(error)
    }
  }

  return function share<T>(body: Body<T>): Promise<T> {
    assertOutsideTransaction('A second transaction')
    return new Promise<T>((resolve, reject) => {
      // What resolves is what this very body answered.
      waiting.push({ body, resolve: result => resolve(result as T), reject })
      if (!gathering) void gather()
    })
  }
}

/** Where the engine has given up the whole transaction there is nothing to go back to: then all is lost. */
async function undo(whole: Tx, error: unknown): Promise<void> {
  try {
    await whole.executeQuery(UNDO)
    await whole.executeQuery(RELEASE)
  } catch {
    throw error
  }
}
