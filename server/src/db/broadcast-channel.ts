import type { Stop } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Tx } from './database.ts'

/** Small JSON. `kind` selects the listeners; they must validate the rest, because another version may have sent it. */
export interface BroadcastMessage {
  readonly kind: string
  readonly [field: string]: unknown
}

export type BroadcastLog = Pick<Log, 'warn' | 'error'>

/** One channel for all processes of a database; the sender receives its own messages. */
export interface Broadcast {
  /**
   * With `tx`: delivered after its commit, never after a rollback; the same message twice in one transaction is
   * delivered once. With null: immediately. Nothing is kept for processes that do not listen.
   */
  send(tx: Tx | null, message: BroadcastMessage): Promise<void>
  on(kind: string, listener: (message: BroadcastMessage) => void): Stop
  /** Messages may have been missed: drop everything they would have invalidated. */
  onReset(listener: () => void): Stop
  /** Resolves when this process receives messages. */
  start(): Promise<void>
  close(): Promise<void>
}
