import type { Tx } from '#db/database.ts'
import type { AlertData, AlertType } from '#features/notifications/index.ts'
import { sameIds } from '../list/entry-rules.ts'
import { arrivalWatchers } from './item-store.ts'
import { arrivedTitle, WATCHED_ALERTS } from './watch-rules.ts'

export interface WatchedArrival {
  type: AlertType
  user_ids: readonly number[]
}

/**
 * In the transaction that announces an arrival: who hears of it because they watch the title, whoever requested it.
 * Null: nobody, or the library does not say which title it is.
 */
export async function findWatchedArrival(
  tx: Tx,
  data: AlertData,
  /** Other ids of the same book. */
  other_ids: readonly string[] = [],
): Promise<WatchedArrival | null> {
  const title = arrivedTitle(data)
  if (!title) return null
  const { kind } = title
  const ids = [title.id, ...other_ids].flatMap(item_id => sameIds({ kind, item_id }))
  const user_ids = await arrivalWatchers(tx, { kind, ids })
  return user_ids.length === 0 ? null : { type: WATCHED_ALERTS[kind], user_ids }
}
