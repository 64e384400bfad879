import type { PushTestResult } from '@foyer/contract/users'
import type { Db } from '#db/database.ts'
import type { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Notice } from '../alerts/alert.ts'

/**
 * The result of one send. Reasons are short codes (`rate_limited`, `unreachable`), never the receiver's own text.
 * `unconfirmed`: sent without an answer; it is recorded and not sent again. `gone`: the receiver no longer exists, and
 * the channel has deleted it.
 */
export type SendOutcome =
  | { kind: 'sent'; detail?: string }
  | { kind: 'gone' }
  | { kind: 'retry'; reason: string; after_ms?: number }
  | { kind: 'failed'; reason: string }
  | { kind: 'unconfirmed'; reason: string }

/** The result of an explicit test, and the fault if the receiver did not answer at all (C27). */
export interface TestOutcome {
  result: PushTestResult
  unanswered?: UpstreamFault
}

export interface Destination {
  user_id: number
  /** The channel's id for the receiver: the user for push, the subscription for web push. */
  destination: string
}

/** A channel to devices. The outbox holds rows for its destinations and passes them on one by one. */
export interface AlertChannel {
  readonly channel: 'push' | 'web_push'
  /**
   * Whether a receiver that gets the same notice twice shows it once, by its collapse id. Only then is a send that was
   * interrupted by a crash repeated.
   */
  readonly replaces: boolean
  /** The destinations of these people now; none for an empty list. */
  destinationsOf(db: Db, user_ids: readonly number[]): Promise<Destination[]>
  /** Sends in one lane never overlap. */
  laneOf(destination: string): string
  /**
   * Steps that can safely be repeated, such as registering or decrypting keys. Runs right before `send`, outside a
   * transaction. Null: ready.
   */
  prepare?(to: Destination, signal: AbortSignal): Promise<SendOutcome | null>
  /** Called at most once per claim. Throws only when aborted. */
  send(to: Destination, notice: Notice, signal: AbortSignal): Promise<SendOutcome>
  /** The explicit test (1:4.14). Null: the channel is not set up, or not for this person. */
  test(user_id: number, notice: Notice, signal?: AbortSignal): Promise<TestOutcome | null>
}
