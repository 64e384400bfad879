import type { OutboxEntry, StuckDelivery } from '@foyer/contract/operations/outbox'
import type { Db } from '#db/database.ts'

interface Page {
  before?: number | undefined
  limit: number
}

type Send = Omit<OutboxEntry, 'waits_for'> & {
  next_at: string
  /** Nothing is sent to its destination before this time. */
  hold_until: string | null
}

/** Newest first. */
export async function pageSends(
  db: Db,
  { before, limit, state }: Page & { state?: OutboxEntry['state'] | undefined },
): Promise<Send[]> {
  return db
    .selectFrom('alert_sends')
    .innerJoin('alerts', 'alerts.id', 'alert_sends.alert_id')
    .leftJoin('users', 'users.id', 'alert_sends.user_id')
    .leftJoin('send_holds', join =>
      join
        .onRef('send_holds.channel', '=', 'alert_sends.channel')
        .onRef('send_holds.destination', '=', 'alert_sends.destination'),
    )
    .select(['alert_sends.id', 'alerts.type', 'alert_sends.channel', 'alert_sends.user_id'])
    .select(['users.username', 'alert_sends.state', 'alert_sends.attempts', 'alert_sends.next_at'])
    .select(['alert_sends.detail', 'alert_sends.created_at', 'alert_sends.updated_at'])
    .select('send_holds.until as hold_until')
    .$if(before !== undefined, query => query.where('alert_sends.id', '<', before ?? 0))
    .$if(state !== undefined, query => query.where('alert_sends.state', '=', state ?? 'pending'))
    .orderBy('alert_sends.id', 'desc')
    .limit(limit)
    .execute()
}

/** Deliveries in attention, newest first. */
export async function pageStuck(db: Db, { before, limit }: Page): Promise<StuckDelivery[]> {
  return db
    .selectFrom('request_deliveries')
    .innerJoin('requests', 'requests.id', 'request_deliveries.request_id')
    .innerJoin('users', 'users.id', 'requests.user_id')
    .select(['request_deliveries.id', 'request_deliveries.request_id', 'requests.user_id', 'users.username'])
    .select(['requests.media_type', 'requests.title', 'request_deliveries.format', 'request_deliveries.code'])
    .select(['request_deliveries.message', 'request_deliveries.attempts'])
    .select(['request_deliveries.last_attempt_at', 'request_deliveries.updated_at'])
    .where('request_deliveries.state', '=', 'attention')
    .$if(before !== undefined, query => query.where('request_deliveries.id', '<', before ?? 0))
    .orderBy('request_deliveries.id', 'desc')
    .limit(limit)
    .execute()
}
