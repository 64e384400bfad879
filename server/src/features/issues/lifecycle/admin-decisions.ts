import type { Issue } from '@foyer/contract/issues/issue'
import type { Tx } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Closing, IssueRecord } from '../issue.ts'
import { findIssue, findOpenOf } from '../store/issue-store.ts'
import { cleanText } from '../text-rules.ts'
import { presentToAdmin } from '../views/issue-view-rules.ts'
import type { IssueNotices } from './issue-notices.ts'
import type { IssueChanges } from './issues.ts'
import { isClosed } from './status-rules.ts'

export interface AdminDecisionParts {
  clock: Clock
  changes: IssueChanges
  notices: IssueNotices
}

const DEFAULT_NOTES = {
  resolved: (name: string) => `Marked as resolved by ${name}.`,
  wont_fix: (name: string) => `${name} decided to leave it as it is.`,
}

/** How admins end issues and take them up again (2/4.9). Of two at once, the second gets a 409. */
export function createAdminDecisions({ clock, changes, notices }: AdminDecisionParts) {
  const { issues, change, write } = changes

  async function close(caller: Caller, id: number, closing: Closing): Promise<IssueRecord> {
    return issues.lock(async tx => {
      if (!(await findIssue(tx, id))) throw new Refusal('not_found')
      const closed = await issues.close(tx, id, { ...closing, by: caller.user_id })
      if (!closed) throw new Refusal('conflict')
      return closed
    })
  }

  async function takeUpAgain(tx: Tx, caller: Caller, id: number): Promise<IssueRecord> {
    const before = await findIssue(tx, id)
    if (!before) throw new Refusal('not_found')
    if (!isClosed(before)) throw new Refusal('conflict')
    const open = await findOpenOf(tx, before.subject_key)
    if (open) throw new Refusal('duplicate_issue', { extra: { existing_issue_id: open.id } })
    const now = iso(clock.now())
    const issue = await change(tx, id, {
      status: 'needs_admin',
      reopened_at: now,
      open_key: before.subject_key,
      closed_at: null,
      clear_since: null,
      resolution: '',
      resolution_kind: '',
      opened_at: before.opened_at ?? now,
      admin_read: 1,
      reporter_read: before.reporter_id === null ? 1 : 0,
    })
    const body = `Reopened by ${caller.username}.`
    await write(tx, id, { author_kind: 'admin', author_id: caller.user_id, body, is_internal: false })
    await notices.publish(tx, 'issue_updated', issue)
    await notices.alertReporter(tx, 'issue_report_update', issue)
    return issue
  }

  return {
    async dismiss(caller: Caller, id: number): Promise<{ ok: true }> {
      await close(caller, id, {
        status: 'dismissed',
        resolution: `Dismissed by ${caller.username}.`,
        resolution_kind: 'admin_dismissed',
      })
      return { ok: true }
    },

    async resolve(
      caller: Caller,
      id: number,
      { disposition, note = '' }: { disposition: 'resolved' | 'wont_fix'; note?: string | undefined },
    ): Promise<Issue> {
      const resolution = cleanText(note) || DEFAULT_NOTES[disposition](caller.username)
      const closing = { status: disposition, resolution, resolution_kind: 'admin_completed' } as const
      return presentToAdmin(await close(caller, id, closing), caller.user_id)
    },

    /** An admin takes it from here: no run starts by itself. */
    async reopen(caller: Caller, id: number): Promise<Issue> {
      return presentToAdmin(await issues.lock(tx => takeUpAgain(tx, caller, id)), caller.user_id)
    },
  }
}

export type AdminDecisions = ReturnType<typeof createAdminDecisions>
