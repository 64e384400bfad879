import type { AlertCategory } from '@foyer/contract/notifications'
import type { Db } from '#db/database.ts'
import type { MessageOutcome } from '#ports/message-sender.ts'
import type { AlertRecord } from '../alerts/alert.ts'

/** A place that alerts go to besides devices. */
export interface OrderedPlace {
  /** The channel's id for it. */
  destination: string
  /** Null: the household's. */
  user_id: number | null
}

/** A destination and the events it receives: its own choice, independent of the switches for devices. */
export interface ListeningPlace extends OrderedPlace {
  events: ReadonlySet<AlertCategory>
}

/**
 * A channel to places that show a message twice when it is sent twice: chat rooms, mailboxes, other programs. Messages
 * to one place go out one after the other, in the order of their alerts; a delay that the receiver asks for holds all
 * of them. What may have been delivered is never sent again (2:4.10).
 */
export interface OrderedChannel {
  readonly channel: 'chat_webhook' | 'destination'
  /**
   * The places of these people and of the household, for fan-out. A channel without fan-out has none: its rows come
   * from `raiseTo`.
   */
  listeningPlaces(db: Db, user_ids: readonly number[]): Promise<ListeningPlace[]>
  /** In the transaction that claims the row: whether this place still wants this alert. */
  isWanted(db: Db, place: OrderedPlace, alert: AlertRecord): Promise<boolean>
  /** Called at most once per claim. Throws only when aborted. */
  send(place: OrderedPlace, alert: AlertRecord, signal: AbortSignal): Promise<MessageOutcome>
}
