import type { Database, Tx } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import type { IssueRecord } from '../issue.ts'
import { findIssue } from '../store/issue-store.ts'
import { cleanText } from '../text-rules.ts'
import type { IssueReader } from '../views/issue-reader.ts'
import type { IssueNotices } from './issue-notices.ts'
import type { IssueChanges } from './issues.ts'
import { isClosed } from './status-rules.ts'

export interface IssueThreadParts {
  database: Database
  reader: Pick<IssueReader, 'findFor'>
  changes: IssueChanges
  notices: IssueNotices
  /** The hook of this name, in the transaction of the message. */
  issueReplied(tx: Tx, issue: IssueRecord, author: 'reporter' | 'admin'): Promise<void>
}

/** What reporters and admins write, and the reporter's word that a problem is gone (2/4.9). */
export function createIssueThread(parts: IssueThreadParts) {
  const { database, reader, changes, notices } = parts
  const { issues, change, write } = changes

  async function findOpen(tx: Tx, id: number): Promise<IssueRecord> {
    const issue = await findIssue(tx, id)
    if (!issue) throw new Refusal('not_found')
    if (isClosed(issue)) throw new Refusal('issue_closed')
    return issue
  }

  /** The reporter wrote: a run that waited for it continues, otherwise an admin has to look. */
  async function takeReporterText(tx: Tx, before: IssueRecord, body: string): Promise<IssueRecord> {
    const { id, reporter_id, reporter_name } = before
    await write(tx, id, {
      author_kind: 'user',
      author_id: reporter_id ?? undefined,
      body,
      is_internal: false,
    })
    const issue = await change(tx, id, { admin_read: 0 })
    await notices.publish(tx, 'issue_updated', issue)
    await parts.issueReplied(tx, issue, 'reporter')
    const after = await findOpen(tx, id)
    if (after.status === 'investigating') return after
    // Nobody took the answer that was waited for: `needs_admin` alerts admins by itself.
    const handed = await issues.move(tx, id, { from: ['awaiting_user'], to: 'needs_admin' })
    if (!handed) await notices.alertAdmins(tx, 'issue_question', after, reporter_name)
    return handed ?? after
  }

  async function takeAdminText(tx: Tx, before: IssueRecord, caller: Caller, body: string): Promise<void> {
    const { id } = before
    await write(tx, id, { author_kind: 'admin', author_id: caller.user_id, body, is_internal: false })
    const isReported = before.reporter_id !== null
    const issue = await change(tx, id, { admin_read: 1, ...(isReported && { reporter_read: 0 as const }) })
    await notices.publish(tx, 'issue_updated', issue)
    await notices.alertReporter(tx, 'issue_report_update', issue)
    await parts.issueReplied(tx, issue, 'admin')
  }

  return {
    takeReporterText,

    async reply(asking: Caller, id: number, text: string): Promise<{ ok: true }> {
      const body = cleanText(text)
      if (body === '') throw new Refusal('validation', { fields: { body: 'Write something.' } })
      const { caller } = await reader.findFor(asking, id)
      await issues.lock(async tx => {
        const issue = await findOpen(tx, id)
        if (issue.reporter_id === caller.user_id) await takeReporterText(tx, issue, body)
        else await takeAdminText(tx, issue, caller, body)
      })
      return { ok: true }
    },

    /** Only the reporter can say so, an admin cannot either: they resolve the issue. */
    async confirmFixed(asking: Caller, id: number): Promise<{ ok: true }> {
      const found = await findIssue(database.read, id)
      if (!found) throw new Refusal('not_found')
      if (found.reporter_id !== asking.user_id) throw new Refusal('forbidden')
      const { caller } = await reader.findFor(asking, id)
      await issues.lock(async tx => {
        const closed = await issues.close(tx, id, {
          status: 'resolved',
          // Without a name, which would outlast the account.
          resolution: 'The reporter confirmed that it is fixed.',
          resolution_kind: 'reporter_confirmed',
          by: caller.user_id,
        })
        // 0.3: the general code, since 2/4.9 names none here.
        if (!closed) throw new Refusal('conflict', { error: 'This report is closed.' })
        await notices.publish(tx, 'issue_fix_confirm', closed)
        await notices.alertAdmins(tx, 'issue_fix_confirm', closed, caller.username)
      })
      return { ok: true }
    },
  }
}

export type IssueThread = ReturnType<typeof createIssueThread>
