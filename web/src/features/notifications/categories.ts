import type { AlertCategory } from '@foyer/contract/notifications'

interface Group {
  id: 'requests' | 'library' | 'house'
  categories: readonly AlertCategory[]
}

/** What something in this house tells of. A slice that begins to tell adds its line. */
const GROUPS = [
  { id: 'requests', categories: ['request_decision', 'request_auto_approved'] },
  { id: 'library', categories: ['new_movie', 'new_episode', 'new_book', 'new_music'] },
  { id: 'house', categories: ['request_pending', 'content_upgraded'] },
] as const satisfies readonly Group[]

export type ShownCategory = (typeof GROUPS)[number]['categories'][number]

/** The last group is admins' business. */
export function groupsFor(is_admin: boolean): readonly (typeof GROUPS)[number][] {
  return GROUPS.filter(({ id }) => is_admin || id !== 'house')
}
