import type { IssueRecord, Issues } from '#features/issues/index.ts'
import type { Database, Db, Tx } from '#db/database.ts'
import { CLOSED_ISSUE_STATUSES } from '@foyer/contract/issues/issue'

interface IssueHooks {
  opened(tx: Tx, issue: IssueRecord): Promise<void>
  closed(tx: Tx, issue: IssueRecord): Promise<void>
}

const AT = '2026-11-15T09:00:00.000Z'

/** Issues without people, events and alerts: their rows, and the hooks of remediation. */
export function createFakeIssues(database: Database, hooks: () => IssueHooks): Issues {
  async function find(db: Db, id: number): Promise<IssueRecord | null> {
    const row = await db.selectFrom('issues').selectAll().where('id', '=', id).executeTakeFirst()
    return row ? { ...row, reporter_name: null } : null
  }

  async function change(tx: Tx, id: number, from: readonly string[], fields: object) {
    const row = await tx
      .updateTable('issues')
      .set(fields)
      .where('id', '=', id)
      .where('status', 'in', from as never)
      .returningAll()
      .executeTakeFirst()
    return row ? { ...row, reporter_name: null } : null
  }

  const issues: Partial<Issues> = {
    find,
    async inStatus(db, statuses) {
      const rows = await db
        .selectFrom('issues')
        .selectAll()
        .where('status', 'in', statuses)
        .orderBy('id')
        .execute()
      return rows.map(row => ({ ...row, reporter_name: null }))
    },
    lock: run => database.withWriteLock('issues', run),
    async move(tx, id, { from, to }) {
      const moved = await change(tx, id, from, { status: to })
      if (moved && to === 'open') await hooks().opened(tx, moved)
      return moved
    },
    async close(tx, id, { status, resolution, resolution_kind }) {
      const row = await find(tx, id)
      if (!row || CLOSED_ISSUE_STATUSES.some(one => one === row.status)) return null
      const fields = { status, resolution, resolution_kind, open_key: null, closed_at: AT }
      const closed = await change(tx, id, [row.status], fields)
      if (closed) await hooks().closed(tx, closed)
      return closed
    },
    async say(tx, issue_id, { author_kind, author_id = null, body, is_internal }) {
      await tx
        .insertInto('issue_messages')
        .values({ issue_id, author_kind, author_id, body, is_internal: is_internal ? 1 : 0, created_at: AT })
        .execute()
    },
    async ask(tx, id, question) {
      const asked = await change(tx, id, ['investigating'], { status: 'awaiting_user' })
      if (asked) await issues.say?.(tx, id, { author_kind: 'agent', body: question, is_internal: false })
      return asked
    },
    setSystemIssue: async () => undefined,
    isSystemIssueCurrent: async () => true,
  }
  return issues as Issues
}
