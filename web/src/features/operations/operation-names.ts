import type { TFunction } from 'i18next'

/** The jobs and caches of this version, which have a name for people. */
export const JOB_NAMES = [
  'agent-digest',
  'agent-reporter-wait',
  'agent-take-up',
  'ai-health-check',
  'apply-request-decision',
  'deliver-request',
  'dispatch-agent-action',
  'drain-place',
  'expire-profile-proposals',
  'follow-ai-link',
  'follow-book-list-link',
  'inbox-sweep',
  'install-webhook',
  'media-account-sweep',
  'media-account-sync',
  'media-invite',
  'nightly-backup',
  'observe-report',
  'push-upkeep',
  'resolve-settings-change',
  'run-agent',
  'send-address-confirmation',
  'send-alert',
  'tell-alerts',
  'tool-client-sweep',
  'verify-request-titles',
  'watch-for-problems',
  'watch-titles',
] as const

export const CACHE_NAMES = [
  'ai-usage',
  'book-covers',
  'book-library',
  'book-status',
  'book-trends',
  'download-paths',
  'kids-ratings',
  'library-status',
  'list-images',
  'lists',
  'music-covers',
  'music-discovery',
  'music-library',
  'music-releases',
  'quality-profiles',
  'releases',
  'screen-discovery',
  'server-covers',
  'sign-in-provider',
  'transcoder',
  'tv-matches',
] as const

const ALERT_TYPES = [
  'request_pending',
  'request_decision',
  'request_auto_approved',
  'new_movie',
  'new_episode',
  'new_book',
  'new_music',
  'content_upgraded',
  'watched_movie',
  'watched_show',
  'watched_book',
  'watched_album',
  'invite_access_request',
  'media_server_access',
  'library_access_request',
  'library_access_decision',
  'issue_created',
  'issue_question',
  'issue_report_update',
  'issue_closed',
  'issue_fix_confirm',
  'agent_action_pending',
  'agent_autoapproval_paused',
  'agent_digest',
  'profile_change_pending',
  'remediation_autodispatch_disabled',
  'webhook_lost',
  'sign_in_throttled',
  'admin_link_made',
] as const

/** Short words of the server for why something failed or waits. */
const REASONS = [
  'unreachable',
  'timeout',
  'rate_limited',
  'rejected_key',
  'bad_answer',
  'outcome_unknown',
  'retry_limit',
  'author_import',
  'delivery',
  'gone',
  'not_configured',
  'not_confirmed',
  'no_longer_permitted',
  'not_judged',
  'cancelled',
  'interrupted',
  'refused',
  'secret_unreadable',
  'library_unavailable',
] as const

/** What people read instead of the name in the code; one that is new here stays as it is. */
export function jobName(t: TFunction, name: string): string {
  const known = JOB_NAMES.find(one => one === name)
  return known ? t(`operation_names.job.${known}`) : name
}

export function cacheName(t: TFunction, name: string): string {
  const known = CACHE_NAMES.find(one => one === name)
  return known ? t(`operation_names.cache.${known}`) : name
}

export function alertName(t: TFunction, type: string): string {
  const known = ALERT_TYPES.find(one => one === type)
  return known ? t(`operation_names.alert.${known}`) : type
}

export function reasonName(t: TFunction, word: string): string {
  const known = REASONS.find(one => one === word)
  return known ? t(`operation_names.reason.${known}`) : word
}
