import type { EventFrame } from '@foyer/contract/events'
import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Tx } from '#db/database.ts'

/** Depends only on the caller's identity. */
export type PlainAudience =
  | { to: 'everyone' }
  | { to: 'admins' }
  | { to: 'users'; user_ids: readonly number[] }
  | { to: 'users_and_admins'; user_ids: readonly number[] }

/** Who may receive an event (1/6). It is checked once per person, by their rights at that moment (C70). */
export type Audience = PlainAudience | { to: 'instance'; instance_id: string }

/** An event and the title that it names, where its data do not identify it: limits of kids accounts are about titles. */
export interface NewEvent extends EventFrame {
  about?: { media_type: MediaType; tmdb_id: number | null }
}

export interface PublishedEvent extends NewEvent {
  audience: Audience
}

export interface Events {
  /** Reaches every process. With a transaction, the event is sent on commit and dropped on rollback. */
  publish(tx: Tx | null, event: NewEvent, audience: Audience): Promise<void>
}

/** Publishes events; `features/live-events` delivers them to the open streams. */
export function createEvents(broadcast: Pick<Broadcast, 'send'>): Events {
  return {
    publish: (tx, event, audience) => broadcast.send(tx, { kind: 'event', ...event, audience }),
  }
}
