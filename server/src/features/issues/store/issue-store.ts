import {
  CLOSED_ISSUE_STATUSES,
  type ClosedIssueStatus,
  type IssueStatus,
  OPEN_ISSUE_STATUSES,
  type OpenIssueStatus,
} from '@foyer/contract/issues/issue'
import type { ProblemKind } from '@foyer/contract/issues/problem-kinds'
import { MAX_ROW_ID } from '@foyer/contract/primitives'
import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import { readInBatches } from '#db/read-in-batches.ts'
import type { IssueRecord } from '../issue.ts'
import type { IssuesTable } from '../issues-tables.ts'

/** With the reporter's name, and the instance's as it is now; a removed instance keeps the name it had. */
function selectIssues(db: Db) {
  return db
    .selectFrom('issues')
    .leftJoin('users', 'users.id', 'issues.reporter_id')
    .leftJoin('instances', 'instances.id', 'issues.instance_id')
    .selectAll('issues')
    .select(eb => [
      'users.username as reporter_name',
      eb.fn.coalesce('instances.name', 'issues.instance_name').as('current_name'),
    ])
}

function recordFrom<R extends { instance_name: string | null; current_name: string | null }>(
  row: R,
): Omit<R, 'current_name'> {
  const { current_name, ...issue } = row
  return { ...issue, instance_name: current_name }
}

export async function findIssue(db: Db, id: number): Promise<IssueRecord | null> {
  // PostgreSQL refuses to compare with a number that its column cannot hold.
  if (id > MAX_ROW_ID) return null
  const row = await selectIssues(db).where('issues.id', '=', id).executeTakeFirst()
  return row ? recordFrom(row) : null
}

/** In no particular order; ids without an issue are left out. */
export async function findIssues(db: Db, ids: readonly number[]): Promise<IssueRecord[]> {
  const rows = await readInBatches(ids, some => selectIssues(db).where('issues.id', 'in', some).execute())
  return rows.map(recordFrom)
}

/** The open issue of a subject: there is one at most. */
export async function findOpenOf(db: Db, subject_key: string): Promise<IssueRecord | null> {
  const row = await selectIssues(db).where('issues.open_key', '=', subject_key).executeTakeFirst()
  return row ? recordFrom(row) : null
}

export async function findLatestClosedOf(db: Db, subject_key: string): Promise<IssueRecord | null> {
  const row = await selectIssues(db)
    .where('issues.subject_key', '=', subject_key)
    .where('issues.open_key', 'is', null)
    .orderBy('issues.closed_at', 'desc')
    .orderBy('issues.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? recordFrom(row) : null
}

/** Oldest first. */
export async function listInStatus(
  db: Db,
  statuses: readonly OpenIssueStatus[],
  instance_id?: string,
): Promise<IssueRecord[]> {
  if (statuses.length === 0) return []
  const rows = await selectIssues(db)
    .where('issues.status', 'in', statuses)
    .$if(instance_id !== undefined, query => query.where('issues.instance_id', '=', instance_id ?? ''))
    .orderBy('issues.id')
    .execute()
  return rows.map(recordFrom)
}

/** Oldest first. */
export async function listOpenedProblems(
  db: Db,
  { instance_id, kinds, since }: { instance_id: string; kinds: readonly ProblemKind[]; since: string },
): Promise<IssueRecord[]> {
  if (kinds.length === 0) return []
  const rows = await selectIssues(db)
    .where('issues.instance_id', '=', instance_id)
    .where('issues.problem_kind', 'in', kinds)
    .where('issues.last_seen_at', '>=', since)
    .where('issues.source', '=', 'auto')
    .where('issues.is_prevention', '=', 0)
    .where('issues.opened_at', 'is not', null)
    .orderBy('issues.id')
    .execute()
  return rows.map(recordFrom)
}

/** Oldest first. */
export async function listPreventions(db: Db, instance_id: string): Promise<IssueRecord[]> {
  const rows = await selectIssues(db)
    .where('issues.instance_id', '=', instance_id)
    .where('issues.is_prevention', '=', 1)
    .orderBy('issues.id')
    .execute()
  return rows.map(recordFrom)
}

/** The reports of one person, newest first. */
export async function listOfReporter(db: Db, reporter_id: number): Promise<IssueRecord[]> {
  const rows = await selectIssues(db)
    .where('issues.reporter_id', '=', reporter_id)
    .orderBy('issues.id', 'desc')
    .execute()
  return rows.map(recordFrom)
}

/** All of them, those that changed last first. */
export async function listOpen(
  db: Db,
  statuses: readonly OpenIssueStatus[] = OPEN_ISSUE_STATUSES,
): Promise<IssueRecord[]> {
  const rows = await selectIssues(db)
    .where('issues.status', 'in', statuses)
    .orderBy('issues.updated_at', 'desc')
    .orderBy('issues.id', 'desc')
    .execute()
  return rows.map(recordFrom)
}

/** Those that were closed last first. */
export async function listClosed(
  db: Db,
  limit: number,
  statuses: readonly ClosedIssueStatus[] = CLOSED_ISSUE_STATUSES,
): Promise<IssueRecord[]> {
  if (limit === 0) return []
  const rows = await selectIssues(db)
    .where('issues.status', 'in', statuses)
    .orderBy('issues.closed_at', 'desc')
    .orderBy('issues.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(recordFrom)
}

async function count(db: Db, statuses: readonly IssueStatus[]): Promise<number> {
  const { total } = await db
    .selectFrom('issues')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('status', 'in', statuses)
    .executeTakeFirstOrThrow()
  return total
}

export const countClosed = (db: Db): Promise<number> => count(db, CLOSED_ISSUE_STATUSES)

/** Issues that nobody works on until an admin does: observed long enough, or handed over by the agent. */
export const countWaiting = (db: Db): Promise<number> => count(db, ['open', 'needs_admin'])

/** Issues that no admin has read. */
export async function countUnread(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('issues')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('admin_read', '=', 0)
    .executeTakeFirstOrThrow()
  return total
}

export async function insertIssue(tx: Tx, issue: Insertable<IssuesTable>): Promise<number> {
  const { id } = await tx.insertInto('issues').values(issue).returning('id').executeTakeFirstOrThrow()
  return id
}

export type IssueChange = Updateable<IssuesTable>

export async function updateIssue(tx: Tx, id: number, change: IssueChange): Promise<void> {
  await tx.updateTable('issues').set(change).where('id', '=', id).execute()
}
