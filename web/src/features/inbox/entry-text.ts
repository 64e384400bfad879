import type { InboxEntry } from '@foyer/contract/inbox'
import { findSystemIssue } from '@foyer/contract/issues/system-issues'
import type { TFunction } from 'i18next'
import { PRODUCT_NAMES } from '#lib/product-names.ts'

type EntryContent = Pick<InboxEntry, 'type' | 'data'>

/** What happened, in one line for the reader. An unknown type still names its title. */
export function entryText(t: TFunction, { type, data }: EntryContent, reader_id?: number): string {
  const title = titleOf(t, data)
  const name = data.username ?? t('inbox.someone')
  const { count = 1 } = data
  switch (type) {
    case 'request_decision':
      return t(data.decision === 'denied' ? 'inbox.entry.denied' : 'inbox.entry.approved', { title })
    case 'request_auto_approved':
      return data.username && data.user_id !== reader_id
        ? t('inbox.entry.auto_approved_for', { name, title })
        : t('inbox.entry.auto_approved', { title })
    case 'request_pending':
      return data.title_unverified
        ? t('inbox.entry.request_pending_unverified', { name, title: data.title ?? t('inbox.unnamed') })
        : t('inbox.entry.request_pending', { name, title })
    case 'webhook_lost':
      return t(`inbox.entry.webhook_lost_${data.webhook_action ?? 'none'}`, {
        name: data.instance_name ?? t('inbox.library'),
      })
    case 'sign_in_throttled':
    case 'admin_link_made':
      return data.user_id === reader_id ? t(`inbox.entry.${type}`) : t(`inbox.entry.${type}_of`, { name })
    case 'media_server_access':
      return t('inbox.entry.media_server_access', { name: data.instance_name ?? t('inbox.server') })
    case 'invite_access_request':
      return t('inbox.entry.invite_access_request', { name, provider: PRODUCT_NAMES.invite_server })
    case 'library_access_request':
      return t('inbox.entry.library_access_request', { name })
    case 'library_access_decision':
      return t(data.decision === 'denied' ? 'inbox.entry.access_declined' : 'inbox.entry.access_granted')
    case 'profile_change_pending':
      return t('inbox.entry.profile_change_pending', { name, title })
    case 'agent_action_pending':
      return t('inbox.entry.agent_action_pending', { title })
    case 'agent_autoapproval_paused':
    case 'remediation_autodispatch_disabled':
      return t(`inbox.entry.${type}`)
    case 'agent_digest':
      return data.count ? t('inbox.entry.agent_digest', { count }) : t('inbox.entry.agent_digest_none')
    case 'issue_created':
      return data.username
        ? t('inbox.entry.issue_reported', { name, title })
        : t('inbox.entry.issue_found', { title })
    case 'issue_question':
      return data.username
        ? t('inbox.entry.issue_written', { name, title })
        : t('inbox.entry.issue_waiting', { title })
    case 'issue_fix_confirm':
      return t('inbox.entry.issue_fixed', { name, title })
    case 'issue_report_update':
    case 'issue_closed':
      return t(`inbox.entry.${type}`, { title })
    case 'new_episode':
      return t('inbox.entry.new_episode', { count, title })
    case 'watched_movie':
    case 'watched_show':
    case 'watched_book':
    case 'watched_album':
      return watchedText(t, data, title)
    case 'new_movie':
    case 'new_book':
    case 'new_music':
    case 'content_upgraded':
      return t(`inbox.entry.${type}`, { title })
    default:
      return t('inbox.entry.other', { title })
  }
}

/** About a title on the reader's watchlist. */
function watchedText(t: TFunction, data: EntryContent['data'], title: string): string {
  const { watch = 'arrived', media_type, season_number: season, count = 1 } = data
  if (watch === 'arrived')
    return media_type === 'tv'
      ? t('inbox.entry.new_episode', { count, title })
      : t('inbox.entry.new_movie', { title })
  return season === undefined
    ? t(`inbox.entry.watched_${watch}`, { title })
    : t(`inbox.entry.watched_${watch}_season`, { title, season })
}

/** C69: in quotes while the title comes from the requester only. */
function titleOf(t: TFunction, { title, title_unverified, media_type }: EntryContent['data']): string {
  if (title === undefined) return t('inbox.unnamed')
  // An issue of Foyer itself is about no medium.
  const known = media_type === undefined ? findSystemIssue(title) : undefined
  if (known) return t(`inbox.system.${known.name}`)
  return title_unverified ? t('inbox.quoted', { title }) : title
}

/** The second line: media type, an admin's reason for declining, and whether the title is unconfirmed (C69). */
export function entryFacts(t: TFunction, { type, data }: EntryContent): string[] {
  const kind = data.media_type ? [t(`inbox.kind.${data.media_type}`)] : []
  if (data.webhook_state && isReason(data.webhook_state)) return [t(`inbox.webhook.${data.webhook_state}`)]
  // Others are the server's English (C58), and said by the page that the entry leads to.
  const reason = type === 'request_decision' && data.reason ? [data.reason] : []
  // For a pending request, the first line already says so.
  const isMarked = data.title_unverified && type !== 'request_pending'
  return [...kind, ...reason, ...(isMarked ? [t('inbox.title_unverified')] : [])]
}

const REASONS = ['missing', 'stale', 'disabled', 'credential_missing', 'credential_refused'] as const

function isReason(state: string): state is (typeof REASONS)[number] {
  return REASONS.some(reason => reason === state)
}
