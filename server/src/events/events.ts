import type { EventFrame } from '@foyer/contract/events'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Tx } from '#db/database.ts'

/** Decided by who the caller is. */
export type PlainAudience =
  | { to: 'everyone' }
  | { to: 'admins' }
  | { to: 'users'; user_ids: readonly number[] }
  | { to: 'users_and_admins'; user_ids: readonly number[] }

/** Who may receive an event (1/6). It is decided once per person, by their rights of that moment (C70). */
export type Audience = PlainAudience | { to: 'instance'; instance_id: string }

export interface PublishedEvent extends EventFrame {
  audience: Audience
}

export interface Events {
  /** With a transaction: sent when it commits, never when it rolls back. On every process. */
  publish(tx: Tx | null, event: EventFrame, audience: Audience): Promise<void>
}

/** Where events begin; `features/live-events` delivers them to the open streams. */
export function createEvents(broadcast: Pick<Broadcast, 'send'>): Events {
  return {
    publish: (tx, { type, data }, audience) => broadcast.send(tx, { kind: 'event', type, data, audience }),
  }
}
