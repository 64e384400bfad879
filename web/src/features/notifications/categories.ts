import type { AlertCategory } from '@foyer/contract/notifications'

interface Group {
  id: 'requests' | 'library' | 'admin'
  categories: readonly AlertCategory[]
}

/** The categories this server can send. To add one, add a line here. */
const GROUPS = [
  { id: 'requests', categories: ['request_decision', 'request_auto_approved'] },
  { id: 'library', categories: ['new_movie', 'new_episode', 'new_book', 'new_music'] },
  { id: 'admin', categories: ['request_pending', 'content_upgraded'] },
] as const satisfies readonly Group[]

export type ShownCategory = (typeof GROUPS)[number]['categories'][number]

/** The last group is for admins. */
export function groupsFor(is_admin: boolean): readonly (typeof GROUPS)[number][] {
  return GROUPS.filter(({ id }) => is_admin || id !== 'admin')
}
