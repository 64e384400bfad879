import { ADMIN_CATEGORIES, type AlertCategory } from '@foyer/contract/notifications'

interface Group {
  id: 'requests' | 'library' | 'problems' | 'servers'
  categories: readonly AlertCategory[]
}

const GROUPS: readonly Group[] = [
  { id: 'requests', categories: ['request_pending', 'request_decision', 'request_auto_approved'] },
  { id: 'library', categories: ['new_movie', 'new_episode', 'new_book', 'new_music', 'content_upgraded'] },
  {
    id: 'problems',
    categories: ['issue_report_update', 'issue_created', 'agent_action_pending', 'agent_digest'],
  },
  { id: 'servers', categories: ['media_server_access', 'invite_access_request'] },
]

/** The alert categories in the order and groups that pages show them; some are for admins only (1/4.14). */
export function categoryGroups(is_admin: boolean): readonly Group[] {
  if (is_admin) return GROUPS
  return GROUPS.map(({ id, categories }) => ({
    id,
    categories: categories.filter(category => !ADMIN_CATEGORIES.has(category)),
  }))
}
