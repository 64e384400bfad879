import type { Issue, IssueMessage } from '@foyer/contract/issues/issue'
import type { IssueRecord } from '../issue.ts'
import { resolutionForReporter } from '../lifecycle/resolution-rules.ts'
import { isClosed } from '../lifecycle/status-rules.ts'
import type { MessageRecord } from '../store/message-store.ts'

/** C50: only the reporter can say so, and only while the issue is not closed. */
export function canConfirmFixed(issue: IssueRecord, user_id: number): boolean {
  return issue.reporter_id === user_id && !isClosed(issue)
}

function common(issue: IssueRecord, user_id: number) {
  return {
    id: issue.id,
    source: issue.source,
    status: issue.status,
    ...(issue.category !== null && { category: issue.category }),
    ...(issue.reporter_id !== null && { reporter_id: issue.reporter_id }),
    ...(issue.reporter_name !== null && { reporter_name: issue.reporter_name }),
    media_type: issue.media_type,
    ...(issue.tmdb_id !== null && { tmdb_id: issue.tmdb_id }),
    ...(issue.tvdb_id !== null && { tvdb_id: issue.tvdb_id }),
    ...(issue.foreign_id !== null && { foreign_id: issue.foreign_id }),
    ...(issue.book_format !== null && { book_format: issue.book_format }),
    title: issue.title,
    ...(issue.season_number !== null && { season_number: issue.season_number }),
    ...(issue.episode_number !== null && { episode_number: issue.episode_number }),
    detail: issue.detail,
    occurrences: issue.occurrences,
    resolution_kind: issue.resolution_kind,
    created_at: issue.created_at,
    updated_at: issue.updated_at,
    ...(issue.closed_at !== null && { closed_at: issue.closed_at }),
    can_confirm_fixed: canConfirmFixed(issue, user_id),
    is_prevention: issue.is_prevention === 1,
    ...(issue.instance_id !== null && { instance_id: issue.instance_id }),
  }
}

/** Everything, for admins. */
export function presentToAdmin(issue: IssueRecord, admin_id: number): Issue {
  return {
    ...common(issue, admin_id),
    read: issue.admin_read === 1,
    resolution: issue.resolution,
    ...(issue.instance_name !== null && { instance_name: issue.instance_name }),
    ...(issue.problem_kind !== null && { problem_kind: issue.problem_kind }),
  }
}

/** 2/4.9: a reporter's view names no library and contains nothing written for admins only. */
export function presentToReporter(issue: IssueRecord, reporter_id: number): Issue {
  return {
    ...common(issue, reporter_id),
    read: issue.reporter_read === 1,
    resolution: resolutionForReporter(issue),
  }
}

export function presentMessage({ author_name, is_internal, ...message }: MessageRecord): IssueMessage {
  return {
    ...message,
    ...(author_name !== null && { author_name }),
    ...(is_internal === 1 && { internal: true }),
  }
}
