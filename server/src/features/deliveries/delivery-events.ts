import type { Tx } from '#db/database.ts'
import type { DeliveryRecord, RequestRecord } from '#ports/request-record.ts'
import type { DeliveryParts } from './delivery-parts.ts'

/** 1/6: `request_updated`, sent when the change commits. It does not mean that a decision was made (1:4.8.9). */
export async function announce(
  { events, subscribersOf }: Pick<DeliveryParts, 'events' | 'subscribersOf'>,
  tx: Tx,
  request: RequestRecord,
  { state }: Pick<DeliveryRecord, 'state'>,
): Promise<void> {
  const { id, media_type, instance_id, foreign_id, tmdb_id, title, title_unverified } = request
  const others = media_type === 'book' ? await subscribersOf(tx, id) : []
  const data = {
    request_id: id,
    delivery_state: state,
    media_type,
    instance_id,
    ...(foreign_id !== null && { foreign_id }),
    ...(tmdb_id !== null && { tmdb_id }),
    title,
    // C69: the title comes from the requester until a provider confirms it.
    ...(title_unverified && { title_unverified }),
  }
  const user_ids = [...new Set([request.user_id, ...others])]
  await events.publish(tx, { type: 'request_updated', data }, { to: 'users_and_admins', user_ids })
}
