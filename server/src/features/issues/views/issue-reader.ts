import {
  CLOSED_ISSUE_STATUSES,
  type Issue,
  type IssueMessage,
  type IssueStatus,
  OPEN_ISSUE_STATUSES,
} from '@foyer/contract/issues/issue'
import type { Database } from '#db/database.ts'
import { notAvailable, type TitleGate } from '#features/kids/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { distinctTitles, isScreen, screenTitleOf, titleKey } from '#kit/screen-title.ts'
import type { IssueRecord } from '../issue.ts'
import * as store from '../store/issue-store.ts'
import { listMessages } from '../store/message-store.ts'
import { presentMessage, presentToAdmin, presentToReporter } from './issue-view-rules.ts'

export interface IssueReaderParts {
  database: Database
  kids: Pick<TitleGate, 'allowedTitles' | 'isLimited'>
  currentCaller: CurrentCaller
}

export interface AdminQuery {
  status: 'open' | 'closed' | 'all' | IssueStatus
  closed_limit: number
}

/** The lists, and one issue with its thread. */
export function createIssueReader({ database, kids, currentCaller }: IssueReaderParts) {
  const { read } = database

  /** Limits may have been tightened since the report. A show that cannot be judged stays hidden (C9). */
  async function allowed(caller: Caller, issues: readonly IssueRecord[]): Promise<IssueRecord[]> {
    if (!(await kids.isLimited(caller))) return [...issues]
    const titles = issues.flatMap(issue => screenTitleOf(issue) ?? [])
    const shown = new Set((await kids.allowedTitles(caller, distinctTitles(titles))).map(titleKey))
    return issues.filter(issue => {
      const title = screenTitleOf(issue)
      return title ? shown.has(titleKey(title)) : !isScreen(issue.media_type)
    })
  }

  /**
   * The issue as this person may know it; 404 for everybody but the reporter and admins. Judging a title may take
   * time, so rights are read again after it.
   */
  async function findFor(caller: Caller, id: number): Promise<{ issue: IssueRecord; caller: Caller }> {
    const issue = await store.findIssue(read, id)
    if (!issue || !mayRead(issue, caller)) throw new Refusal('not_found')
    if ((await allowed(caller, [issue])).length === 0) throw notAvailable()
    const now = await currentCaller(caller)
    const again = await store.findIssue(read, id)
    if (!again || !mayRead(again, now)) throw new Refusal('not_found')
    return { issue: again, caller: now }
  }

  return {
    findFor,

    async own(caller: Caller): Promise<{ issues: Issue[] }> {
      const issues = await allowed(caller, await store.listOfReporter(read, caller.user_id))
      const { user_id } = await currentCaller(caller)
      return { issues: issues.map(issue => presentToReporter(issue, user_id)) }
    },

    /** It counts as read from then on: for admins, for the reporter, or for both if they are the same person. */
    async one(asking: Caller, id: number): Promise<{ issue: Issue; thread: IssueMessage[] }> {
      const { issue, caller } = await findFor(asking, id)
      const { user_id } = caller
      const isAdmin = caller.role === 'admin'
      const seen = {
        ...(isAdmin && issue.admin_read === 0 && { admin_read: 1 as const }),
        ...(issue.reporter_id === user_id && issue.reporter_read === 0 && { reporter_read: 1 as const }),
      }
      if (Object.keys(seen).length > 0) await database.transaction(tx => store.updateIssue(tx, id, seen))
      const present = isAdmin ? presentToAdmin : presentToReporter
      const thread = await listMessages(read, id, { with_internal: isAdmin })
      return { issue: present({ ...issue, ...seen }, user_id), thread: thread.map(presentMessage) }
    },

    /** Open issues first, those that changed last at the top; then the closed ones, as many as were asked for. */
    async all(caller: Caller, { status, closed_limit }: AdminQuery) {
      const open = OPEN_ISSUE_STATUSES.filter(one => status === 'open' || status === 'all' || status === one)
      const closed = CLOSED_ISSUE_STATUSES.filter(
        one => status === 'closed' || status === 'all' || status === one,
      )
      const [opened, ended, closed_total, unread_total] = await Promise.all([
        open.length > 0 ? store.listOpen(read, open) : [],
        closed.length > 0 ? store.listClosed(read, closed_limit, closed) : [],
        store.countClosed(read),
        store.countUnread(read),
      ])
      const issues = [...opened, ...ended].map(issue => presentToAdmin(issue, caller.user_id))
      return { issues, closed_total, unread_total }
    },
  }
}

export type IssueReader = ReturnType<typeof createIssueReader>

function mayRead({ reporter_id }: IssueRecord, { user_id, role }: Caller): boolean {
  return role === 'admin' || reporter_id === user_id
}
