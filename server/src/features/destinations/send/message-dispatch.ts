import type { DestinationKind } from '@foyer/contract/destinations/destination'
import type { Database } from '#db/database.ts'
import { faultSentence } from '#features/notifications/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Message, MessageOutcome, MessageSender } from '#ports/message-sender.ts'
import type { DestinationConfig } from '../edit/destination-config.ts'
import * as store from '../destination-store.ts'

export type Senders = Readonly<Record<DestinationKind, MessageSender>>

export interface Recipient {
  kind: DestinationKind
  owner_id: store.OwnerId
  config: DestinationConfig
}

/** Hands messages to the product of a destination, and remembers how that went. */
export function createMessageDispatch(parts: { database: Database; clock: Clock; senders: Senders }) {
  const { database, clock, senders } = parts

  return {
    post(
      { kind, owner_id, config }: Recipient,
      message: Message,
      signal: AbortSignal,
    ): Promise<MessageOutcome> {
      return senders[kind].send({ ...config, is_personal: owner_id !== null }, message, signal)
    },

    /** Shown as the health of the destination: working after a success, failing after anything else. */
    async note(
      { id, config_box }: Pick<store.StoredDestination, 'id' | 'config_box'>,
      outcome: MessageOutcome,
    ): Promise<void> {
      const at = iso(clock.now())
      await database.transaction(async tx => {
        if (outcome.kind === 'sent') return store.noteSent(tx, { id, config_box, at })
        await store.noteFailing(tx, { id, config_box, at, error: faultSentence(outcome.reason) })
      })
    },
  }
}

export type MessageDispatch = ReturnType<typeof createMessageDispatch>
