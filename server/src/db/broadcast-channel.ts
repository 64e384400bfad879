import type { Stop } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Tx } from './database.ts'

/** Small JSON. `kind` says who cares; listeners read the rest with care, for another version may have sent it. */
export interface BroadcastMessage {
  readonly kind: string
  readonly [field: string]: unknown
}

export type BroadcastLog = Pick<Log, 'warn' | 'error'>

/** One channel for all processes on one database; the sender hears itself. */
export interface Broadcast {
  /**
   * With `tx`: arrives after its commit, never after a rollback; the same message twice in one transaction
   * arrives once. With null: now. Nothing is kept for who does not listen.
   */
  send(tx: Tx | null, message: BroadcastMessage): Promise<void>
  on(kind: string, listener: (message: BroadcastMessage) => void): Stop
  /** Anything may have been missed: drop what messages would have invalidated. */
  onReset(listener: () => void): Stop
  /** Resolves when this process hears the channel. */
  start(): Promise<void>
  close(): Promise<void>
}
