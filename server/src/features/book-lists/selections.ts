import type { Database, Tx } from '#db/database.ts'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Events } from '#events/events.ts'
import { type Clock, iso, type Stop } from '#kit/clock.ts'
import * as store from './book-list-store.ts'

const CHANGED = 'book_list_changed'

export type ConnectionListener = (instance_id: string | null) => void

/** Stores which connection each instance uses, and notifies listeners when that changes. */
export function createSelections(parts: {
  database: Database
  broadcast: Broadcast
  clock: Clock
  events: Events
}) {
  const { database, broadcast, clock, events } = parts
  const listeners = new Set<ConnectionListener>()
  const notify: ConnectionListener = instance_id => listeners.forEach(listener => listener(instance_id))
  const stops = [
    broadcast.on(CHANGED, ({ instance_id }) => notify(typeof instance_id === 'string' ? instance_id : null)),
    broadcast.onReset(() => notify(null)),
  ]

  return {
    lock: <T>(run: (tx: Tx) => Promise<T>) => database.withWriteLock('book-lists', run),

    /**
     * Call inside the lock. Every switch raises the revision, ends pending links and invalidates earlier reads
     * (1/4.4).
     */
    async switchTo(tx: Tx, instance_id: string, connection_id: string | null): Promise<void> {
      const before = await store.findSelection(tx, instance_id)
      const revision = (before?.revision ?? 0) + 1
      await store.saveSelection(tx, { instance_id, connection_id, revision, updated_at: iso(clock.now()) })
      await store.supersedeFlows(tx, instance_id)
      await store.deleteUnusedConnections(tx)
      // Immediately in this process; other processes are notified through the database.
      database.afterCommit(tx, () => notify(instance_id))
      await broadcast.send(tx, { kind: CHANGED, instance_id })
      await events.publish(tx, { type: 'config_changed', data: {} }, { to: 'everyone' })
    },

    /** Called with the instance whose connection changed; null: any may have changed. */
    onChanged(listener: ConnectionListener): Stop {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    close: () => stops.forEach(stop => stop()),
  }
}

export type Selections = ReturnType<typeof createSelections>
