import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import type { HistoryFilter } from '../screens/approvals-search.ts'
import { namesOf, peopleOf, type Requester, requestersOf } from './requesters.ts'

type Filter = Pick<HistoryFilter, 'q' | 'type' | 'user'>

/** Every word must occur in the title or a requester's name. */
export function filterQueue<Row extends QueueRow>(
  rows: readonly Row[],
  { q = '', type, user }: Filter,
): Row[] {
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(row => {
    const text = [row.title, ...namesOf(row)].join(' ').toLocaleLowerCase()
    return (
      (!type || row.media_type === type) &&
      (!user || requestersOf(row).some(one => one.user_id === user)) &&
      words.every(word => text.includes(word))
    )
  })
}

/** Everyone with a request in the list, sorted by name. */
export function sortedPeople(rows: readonly QueueRow[]): Requester[] {
  return peopleOf(rows).sort((a, b) => a.username.localeCompare(b.username))
}
