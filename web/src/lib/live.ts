/**
 * Which queries each live event makes stale (1/6). A key is the first part of a query key, which is the name of the
 * slice; `null` means everything. One line per event keeps pages up to date without coupling them.
 */
export const STALE_BY_EVENT = {
  config_changed: null,
  download_progress: ['title-status', 'shelf-status'],
  request_status_changed: [
    'title-status',
    'shelf-status',
    'book-digest',
    'music-digest',
    'book-library',
    'music-library',
    'requests',
    'releases',
    'media-files',
    'recently-added',
  ],
  // Digests may be megabytes: they are refetched for changed titles, not for every queue update.
  library_queue_changed: ['shelf-status', 'book-library', 'music-library', 'releases', 'recently-added'],
  inbox_changed: ['inbox'],
  issue_created: ['issues', 'admin-issues', 'attention'],
  issue_updated: ['issues', 'admin-issues', 'attention'],
  issue_question: ['issues', 'admin-issues', 'attention'],
  issue_fix_confirm: ['issues', 'admin-issues', 'attention'],
  issue_closed: ['issues', 'admin-issues', 'attention'],
  agent_action_pending: ['agent-actions', 'admin-issues', 'attention'],
  agent_action_decided: ['agent-actions', 'admin-issues', 'approval-rules', 'attention'],
  agent_autoapproval_paused: ['approval-rules', 'agent-actions', 'admin-issues'],
  remediation_autodispatch_disabled: ['remediation-settings'],
  request_pending: ['approvals', 'attention'],
  request_decision: ['requests', 'title-status', 'shelf-status'],
  request_updated: ['requests', 'approvals', 'attention', 'title-status', 'shelf-status', 'tv-repairs'],
  request_quota_changed: ['quotas'],
  media_server_access: ['media-servers', 'app-config', 'latest-on-servers'],
  invite_access_request: ['media-servers'],
  library_access_changed: ['library-access', 'attention'],
  profile_change_pending: ['profile-proposals', 'attention'],
  profile_change_decided: ['profile-proposals', 'settings-changes', 'attention'],
  settings_change_updated: ['settings-changes'],
} as const satisfies Record<string, readonly string[] | null>

/** Small slices that often change: refetched when the first socket opens after they were loaded. */
export const NEWS = [
  'inbox',
  'issues',
  'admin-issues',
  'agent-actions',
  'approvals',
  'attention',
  'requests',
  'quotas',
  'title-status',
  'shelf-status',
] as const

/** Slices whose query keys contain a title: an event that names a title leaves the others alone. */
const BY_TITLE: ReadonlySet<string> = new Set(['title-status', 'media-files'])

/** Slices of one media type: an event about another type leaves them alone. */
const BY_MEDIA: Readonly<Record<string, readonly string[]>> = {
  'title-status': ['movie', 'tv'],
  'shelf-status': ['book', 'music'],
  'book-digest': ['book'],
  'book-library': ['book'],
  'music-digest': ['music'],
  'music-library': ['music'],
}

export type LiveEvent = keyof typeof STALE_BY_EVENT

export interface Frame {
  type: string
  data: Record<string, unknown>
}

/** Null for anything that is not a frame. A newer server may send frames this page does not know. */
export function parseFrame(text: unknown): Frame | null {
  if (typeof text !== 'string') return null
  try {
    const frame: unknown = JSON.parse(text)
    if (typeof frame !== 'object' || frame === null || !('type' in frame)) return null
    const data = 'data' in frame && typeof frame.data === 'object' ? frame.data : {}
    return typeof frame.type === 'string' ? { type: frame.type, data: { ...data } } : null
  } catch {
    return null
  }
}

export type StaleKey = readonly (string | number)[]

/** The query keys to invalidate: `'all'` for everything, an empty list for an event that nothing shows. */
export function staleKeys({ type, data }: Frame): 'all' | readonly StaleKey[] {
  if (!Object.hasOwn(STALE_BY_EVENT, type)) return []
  const slices: readonly string[] | null = STALE_BY_EVENT[type as LiveEvent]
  if (!slices) return 'all'
  const { media_type, tmdb_id, service_type } = data
  const title = typeof media_type === 'string' && typeof tmdb_id === 'number' ? [media_type, tmdb_id] : []
  const kind = [media_type, service_type].find(word => typeof word === 'string')?.replace('_manager', '')
  const affected = slices.filter(slice => !kind || (BY_MEDIA[slice]?.includes(kind) ?? true))
  return affected.map(slice => (BY_TITLE.has(slice) ? [slice, ...title] : [slice]))
}

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 60_000

/** Doubles up to a minute, minus up to half at random, so that clients do not all reconnect at once. */
export function reconnectDelay(attempt: number, random: number): number {
  const full = Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS)
  return Math.round(full * (1 - random / 2))
}
