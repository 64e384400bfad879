import type { Tx } from '#db/database.ts'
import type { Events, PlainAudience } from '#events/events.ts'
import type { AlertData, Alerts } from '#features/notifications/index.ts'
import type { IssueRecord } from '../issue.ts'

type IssueEvent = 'issue_created' | 'issue_updated' | 'issue_question' | 'issue_fix_confirm' | 'issue_closed'
type AdminAlert = 'issue_created' | 'issue_question' | 'issue_fix_confirm'
type ReporterAlert = 'issue_report_update' | 'issue_closed'

/** Notifies open pages and devices of issues, in the transaction of the change. */
export function createIssueNotices({ events, alerts }: { events: Events; alerts: Pick<Alerts, 'raise'> }) {
  return {
    /** 1/6: for admins, and the reporter of an own issue. */
    async publish(tx: Tx, type: IssueEvent, { id, status, reporter_id }: IssueRecord): Promise<void> {
      const audience: PlainAudience =
        reporter_id === null ? { to: 'admins' } : { to: 'users_and_admins', user_ids: [reporter_id] }
      await events.publish(tx, { type, data: { issue_id: id, status } }, audience)
    },

    /** `username`: who did it. */
    async alertAdmins(tx: Tx, type: AdminAlert, issue: IssueRecord, username?: string | null): Promise<void> {
      const data = { ...subjectOf(issue), ...(username && { username }) }
      await alerts.raise(tx, { type, audience: { to: 'admins' }, data })
    },

    async alertReporter(tx: Tx, type: ReporterAlert, issue: IssueRecord): Promise<void> {
      const { reporter_id } = issue
      if (reporter_id === null) return
      await alerts.raise(tx, {
        type,
        audience: { to: 'users', user_ids: [reporter_id] },
        data: subjectOf(issue),
      })
    },
  }
}

export type IssueNotices = ReturnType<typeof createIssueNotices>

/** 1/4.14: the fields of each medium; no instance name, since reporters receive it too. */
function subjectOf(issue: IssueRecord): AlertData {
  const { id: issue_id, media_type, title, tmdb_id, foreign_id, instance_id, book_format } = issue
  if (media_type === 'system') return { issue_id, title }
  const isScreen = media_type === 'movie' || media_type === 'tv'
  return {
    issue_id,
    media_type,
    title,
    ...(isScreen && tmdb_id !== null && { tmdb_id }),
    ...(!isScreen && foreign_id !== null && { foreign_id }),
    ...(!isScreen && instance_id !== null && { instance_id }),
    ...(book_format !== null && { book_format }),
  }
}
