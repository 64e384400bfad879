import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Tracks whether the running code is inside a database transaction. Two mistakes throw instead of causing a silent
 * deadlock: opening a second transaction inside one, and awaiting the network inside one.
 */
const scope = new AsyncLocalStorage<boolean>()

export function insideTransaction<T>(run: () => Promise<T>): Promise<T> {
  return scope.run(true, run)
}

export function assertOutsideTransaction(what: string): void {
  if (scope.getStore()) throw new Error(`${what} inside a database transaction`)
}

/** Work that a transaction starts without waiting for it must not count as inside. */
export function outsideTransaction<T>(run: () => T): T {
  return scope.run(false, run)
}
