import type { Issue, IssueMessage, IssueStatus, ResolutionKind } from '@foyer/contract/issues/issue'
import type { TFunction } from 'i18next'
import { remediationSentence } from '#lib/remediation-sentence.ts'
import { partText } from '#lib/remediation-words.ts'
import type { Tone } from '#ui/badge.tsx'

export const STATUS_TONES: Readonly<Record<IssueStatus, Tone>> = {
  observing: 'neutral',
  recovering: 'info',
  open: 'accent',
  investigating: 'info',
  waiting: 'info',
  awaiting_user: 'info',
  awaiting_approval: 'warn',
  needs_admin: 'warn',
  resolved: 'ok',
  wont_fix: 'neutral',
  failed: 'danger',
  dismissed: 'neutral',
}

/** "Season 2, episode 3". */
export function issuePart(t: TFunction, issue: Issue): string | undefined {
  if (issue.book_format) return t(`admin_issues.format.${issue.book_format}`)
  return partText(t, { season: issue.season_number, episode: issue.episode_number })
}

/** What is wrong, in a few words: what was detected, else what was reported. */
export function problemText(t: TFunction, issue: Issue): string | undefined {
  if (issue.problem_kind) return t(`remediation_words.problem.${issue.problem_kind}`)
  return issue.category && t(`admin_issues.category.${issue.category}`)
}

/** Where it stands, in a sentence. */
export function statusText(t: TFunction, issue: Issue): string | undefined {
  const { status, resolution_kind } = issue
  if (status === 'resolved' || status === 'wont_fix' || status === 'failed' || status === 'dismissed')
    return resolution_kind === '' ? undefined : t(`admin_issues.resolution.${resolution_kind}`)
  return t(`admin_issues.status_text.${status}`)
}

/** The server's own sentences, which the status says in the reader's language. */
const FIXED_RESOLUTIONS: ReadonlySet<ResolutionKind> = new Set([
  'library_state_cleared',
  'reporter_confirmed',
  'reporter_timeout',
  'ai_health_restored',
  'remediation_provider_configured',
  'prevention_setting_changed',
])

/** Whether the resolution adds nothing to the status. */
export function isSaidByStatus({ resolution_kind }: Pick<Issue, 'resolution_kind'>): boolean {
  return FIXED_RESOLUTIONS.has(resolution_kind)
}

/** A message in the reader's language, where the server wrote it. */
export function messageText(t: TFunction, issue: Issue, { author_kind, body }: IssueMessage): string {
  if (author_kind !== 'system' || body !== issue.resolution || !isSaidByStatus(issue)) return body
  return statusText(t, issue) ?? body
}

/** The issue with its title in the reader's language, where that is a sentence of Foyer itself. */
export function inWords(t: TFunction, issue: Issue): Issue {
  return issue.media_type === 'system' ? { ...issue, title: remediationSentence(t, issue.title) } : issue
}
