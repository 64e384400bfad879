import type { PushTestResult } from '@foyer/contract/users'
import type { Db } from '#db/database.ts'
import type { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Notice } from '../alerts/alert.ts'

/**
 * What came of one sending. Words are short (`rate_limited`, `unreachable`), never a receiver's own text.
 * `unconfirmed`: it left and no answer came; it is recorded and not sent again. `gone`: the receiver is
 * no more, and the channel has forgotten it.
 */
export type SendOutcome =
  | { kind: 'sent'; detail?: string }
  | { kind: 'gone' }
  | { kind: 'retry'; reason: string; after_ms?: number }
  | { kind: 'failed'; reason: string }
  | { kind: 'unconfirmed'; reason: string }

/** What an explicit test came to, and the fault if nobody at the other end spoke at all (C27). */
export interface TestOutcome {
  result: PushTestResult
  unanswered?: UpstreamFault
}

export interface Destination {
  user_id: number
  /** What the channel knows the receiver by: for push the user, for web push the subscription. */
  destination: string
}

/** One way to devices. Rows of the outbox are made for its destinations and handed to it one by one. */
export interface AlertChannel {
  readonly channel: 'push' | 'web_push'
  /**
   * Whether a receiver that gets the same notice twice shows it once, by its collapse id. Only then may one
   * that was cut short by a crash leave a second time.
   */
  readonly replaces: boolean
  /** Where these people can be reached now; nobody named is reached nowhere. */
  destinationsOf(db: Db, user_ids: readonly number[]): Promise<Destination[]>
  /** Sendings of one lane never overlap. */
  laneOf(destination: string): string
  /**
   * Everything that may be done twice: registering, opening keys. Right before `send`, outside a transaction.
   * Null: ready.
   */
  prepare?(to: Destination, signal: AbortSignal): Promise<SendOutcome | null>
  /** Called at most once for each claim. Throws only when the signal ends it. */
  send(to: Destination, notice: Notice, signal: AbortSignal): Promise<SendOutcome>
  /** The explicit test (1:4.14). Null: this way is not set up at all, or not for this person. */
  test(user_id: number, notice: Notice, signal?: AbortSignal): Promise<TestOutcome | null>
}
