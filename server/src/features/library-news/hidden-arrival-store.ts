import type { Tx } from '#db/database.ts'
import { isBookHidden, isTitleHidden, isWorkHidden } from '#features/hidden-titles/index.ts'
import { bookIdentity } from '#features/requests/index.ts'
import type { Import } from './import-rules.ts'

/** What arrived, by all ids that are known of it. */
type Arrived = Pick<Import, 'data' | 'record_id' | 'other_ids'>

function foreignIds({ data: { foreign_id }, other_ids = [] }: Arrived): string[] {
  return foreign_id === undefined ? [...other_ids] : [foreign_id, ...other_ids]
}

/** Whether an admin has hidden what arrived, as stored now. What the library does not name by an id is not. */
async function isHidden(tx: Tx, arrived: Arrived): Promise<boolean> {
  const { media_type, tmdb_id, title } = arrived.data
  if (media_type === 'movie' || media_type === 'tv')
    return tmdb_id !== undefined && isTitleHidden(tx, { kind: media_type, tmdb_id })
  if (media_type === 'book' && title !== undefined && (await isBookHidden(tx, title))) return true
  for (const foreign_id of foreignIds(arrived))
    if (await isWorkHidden(tx, { media_type, foreign_id })) return true
  return false
}

function identitiesOf(arrived: Arrived): string[] {
  const { media_type, tmdb_id } = arrived.data
  if (media_type === 'movie' || media_type === 'tv') return [`${media_type}:${tmdb_id}`]
  const ids = foreignIds(arrived)
  return media_type === 'book' ? ids.map(bookIdentity) : ids.map(id => `music:${id}`)
}

/**
 * A hidden title is announced only to those who requested it: it stays theirs, also where its library files it under
 * another id than the requested one (1:4.8.6). Null: it is not hidden, and everybody who sees the library hears of it.
 */
export async function hiddenAudience(
  tx: Tx,
  instance_id: string,
  arrived: Arrived,
): Promise<readonly number[] | null> {
  if (!(await isHidden(tx, arrived))) return null
  const { record_id } = arrived
  const identities = identitiesOf(arrived)
  const ids = foreignIds(arrived)
  const rows = await tx
    .selectFrom('requests')
    .leftJoin('request_subscribers', 'request_subscribers.request_id', 'requests.id')
    .select(['requests.user_id', 'request_subscribers.user_id as subscriber'])
    .where('requests.media_type', '=', arrived.data.media_type)
    .where('requests.decision', 'in', ['pending', 'approved'])
    .where(eb => {
      const delivered = eb
        .selectFrom('request_deliveries')
        .select('request_deliveries.id')
        .whereRef('request_deliveries.request_id', '=', 'requests.id')
      return eb.or([
        ...(identities.length > 0 ? [eb('requests.identity', 'in', identities)] : []),
        ...(ids.length > 0
          ? [eb.exists(delivered.where('request_deliveries.canonical_foreign_id', 'in', ids))]
          : []),
        ...(record_id === undefined
          ? []
          : [
              eb('requests.instance_id', '=', instance_id).and(
                eb.exists(delivered.where('request_deliveries.record_id', '=', record_id)),
              ),
            ]),
      ])
    })
    .execute()
  return [...new Set(rows.flatMap(({ user_id, subscriber }) => [user_id, subscriber ?? user_id]))]
}
