import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import type { HistoryFilter } from './approvals-search.ts'

type Filter = Pick<HistoryFilter, 'q' | 'type' | 'user'>

/** Every word must occur in the title or the requester's name. */
export function filterQueue<Row extends QueueRow>(
  rows: readonly Row[],
  { q = '', type, user }: Filter,
): Row[] {
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(row => {
    const text = `${row.title} ${row.username}`.toLocaleLowerCase()
    return (
      (!type || row.media_type === type) &&
      (!user || row.user_id === user) &&
      words.every(word => text.includes(word))
    )
  })
}

/** Everyone with a request in the list, sorted by name. */
export function requestersOf(rows: readonly QueueRow[]): { user_id: number; username: string }[] {
  const people = new Map(rows.map(({ user_id, username }) => [user_id, username]))
  return [...people]
    .map(([user_id, username]) => ({ user_id, username }))
    .sort((a, b) => a.username.localeCompare(b.username))
}
