import type { NoticeData } from '@foyer/contract/inbox'

/** Notices about the reader's own requests. */
const OF_A_REQUEST = new Set(['request_decision', 'request_auto_approved'])
/** Notices about issues: reporters and admins read the same page (2:4.9). */
const OF_AN_ISSUE = new Set([
  'issue_created',
  'issue_question',
  'issue_fix_confirm',
  'issue_report_update',
  'issue_closed',
])
/** Notices about signing in, which admins receive too. */
const OF_AN_ACCOUNT = new Set(['sign_in_throttled', 'admin_link_made'])

/**
 * The page of the web client that a notice links to, below the base path; used by the inbox and the service
 * worker. It is the title page if there is one, otherwise the list that contains the title.
 */
export function placeOf(type: string, data: NoticeData, reader_id?: number): string {
  if (type === 'request_pending') return '/approvals'
  if (type === 'profile_change_pending') return '/settings/proposals'
  if (type === 'agent_action_pending') return '/settings/agent-actions'
  if (type === 'agent_autoapproval_paused') return '/settings/approval-rules'
  if (type === 'agent_digest') return '/issues'
  if (type === 'remediation_autodispatch_disabled') return '/settings/problems'
  if (type === 'test') return '/account'
  if (type === 'media_server_access') return '/servers'
  if (type === 'library_access_request') return '/users'
  if (type === 'library_access_decision') return data.media_type === 'music' ? '/music' : '/books'
  if (type === 'invite_access_request' && data.user_id !== undefined) return `/users/${data.user_id}`
  if (type === 'webhook_lost' && data.instance_id !== undefined) return `/instances/${data.instance_id}`
  if (OF_AN_ACCOUNT.has(type)) return data.user_id === reader_id ? '/account' : `/users/${data.user_id}`
  if (OF_AN_ISSUE.has(type)) return data.issue_id === undefined ? '/issues' : `/issues/${data.issue_id}`
  if (OF_A_REQUEST.has(type)) {
    return data.request_id === undefined ? '/requests' : `/requests?open=${data.request_id}`
  }
  return titlePlace(data) ?? '/inbox'
}

function titlePlace({ media_type, tmdb_id, foreign_id, title }: NoticeData): string | null {
  if (media_type === 'movie' && tmdb_id !== undefined) return `/movies/${tmdb_id}`
  if (media_type === 'tv' && tmdb_id !== undefined) return `/tv/${tmdb_id}`
  if (foreign_id === undefined) return null
  const id = encodeURIComponent(foreign_id.toWellFormed())
  if (media_type === 'music') return `/music/albums/${id}`
  // A book's record is found again by its title (1:4.6).
  const named = title === undefined ? '' : `?title=${encodeURIComponent(title.toWellFormed())}`
  return media_type === 'book' ? `/books/titles/${id}${named}` : null
}
