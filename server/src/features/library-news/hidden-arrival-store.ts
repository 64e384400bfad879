import type { Tx } from '#db/database.ts'
import { isBookHidden, isTitleHidden, isWorkHidden } from '#features/hidden-titles/index.ts'
import type { AlertData } from '#features/notifications/index.ts'

/** Whether an admin has hidden what arrived, as stored now. What the library does not name by an id is not. */
async function isHidden(tx: Tx, { media_type, tmdb_id, foreign_id, title }: AlertData): Promise<boolean> {
  if (media_type === 'movie' || media_type === 'tv')
    return tmdb_id !== undefined && isTitleHidden(tx, { kind: media_type, tmdb_id })
  if (media_type === 'book' && title !== undefined && (await isBookHidden(tx, title))) return true
  if (media_type === 'book' || media_type === 'music')
    return foreign_id !== undefined && isWorkHidden(tx, { media_type, foreign_id })
  return false
}

/**
 * A hidden title is announced only to those who requested it: it stays theirs. Null: it is not hidden, and everybody
 * who sees the library hears of it.
 */
export async function hiddenAudience(tx: Tx, data: AlertData): Promise<readonly number[] | null> {
  if (!(await isHidden(tx, data))) return null
  const identity = `${data.media_type}:${data.tmdb_id ?? data.foreign_id}`
  const rows = await tx
    .selectFrom('requests')
    .leftJoin('request_subscribers', 'request_subscribers.request_id', 'requests.id')
    .select(['requests.user_id', 'request_subscribers.user_id as subscriber'])
    .where('requests.identity', '=', identity)
    .where('requests.decision', 'in', ['pending', 'approved'])
    .execute()
  return [...new Set(rows.flatMap(({ user_id, subscriber }) => [user_id, subscriber ?? user_id]))]
}
