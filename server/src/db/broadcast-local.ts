import { assertOutsideTransaction } from '#kit/transaction-scope.ts'
import type { Broadcast, BroadcastLog } from './broadcast-channel.ts'
import { createListeners } from './broadcast-listeners.ts'
import type { Database, Tx } from './database.ts'

/** SQLite: one process owns the folder (C1), so the channel stays within this process. */
export function createLocalBroadcast(database: Database, log: BroadcastLog): Broadcast {
  const listeners = createListeners(log)
  const waiting = new WeakMap<Tx, Set<string>>()

  function deliverAfterCommit(tx: Tx, text: string): void {
    const texts = waiting.get(tx) ?? new Set()
    waiting.set(tx, texts)
    if (texts.has(text)) return
    texts.add(text)
    database.afterCommit(tx, () => listeners.deliver(text))
  }

  return {
    async send(tx, message) {
      // Serialised, so that listeners get the same as from PostgreSQL.
      const text = JSON.stringify(message)
      if (tx) return deliverAfterCommit(tx, text)
      assertOutsideTransaction('A broadcast without its transaction')
      listeners.deliver(text)
    },
    on: listeners.on,
    onReset: listeners.onReset,
    start: async () => {},
    close: async () => {},
  }
}
