import type { ChatAlertStatus } from '@foyer/contract/chat-notifications'
import type { Db, Tx } from '#db/database.ts'
import type { AlertType, NewAlert } from '../alerts/alert.ts'
import type { OrderedChannel, OrderedPlace } from './ordered-channel.ts'

export type OrderedChannelName = OrderedChannel['channel']

/** A row of the outbox as people see it (2:3). */
export interface SentAlert {
  request_id: number | null
  status: ChatAlertStatus
  /** One sentence; empty while there is nothing to say. */
  detail: string
  attempts: number
  updated_at: string
  /** Null unless it is pending. */
  next_attempt_at: string | null
}

/** The outbox of ordered channels, for the slices that own one. */
export interface SendQueue {
  add(channel: OrderedChannel): void
  /**
   * Saves an alert for one place, and the job that sends it, in the transaction of the fact. `receipt`: one send per
   * channel and receipt, ever; a second is dropped silently.
   */
  raiseTo(
    tx: Tx,
    alert: Omit<NewAlert, 'audience'>,
    to: OrderedPlace & { channel: OrderedChannelName; receipt: string },
  ): Promise<void>
  /** Cancels what is still unsent for these places; of these types only, if given. Nothing under way is touched. */
  cancelUnsent(
    tx: Tx,
    which: { channel: OrderedChannelName; destination?: string; types?: readonly AlertType[] },
  ): Promise<void>
  /**
   * The latest of a channel, newest first. 2/4.10: what has been `sending` for more than 30 seconds reads
   * `unconfirmed`.
   */
  latest(db: Db, channel: OrderedChannelName, limit: number): Promise<SentAlert[]>
}
