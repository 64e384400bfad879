import { MAX_ROW_ID } from '@foyer/contract/primitives'
import type { ActionStatus } from '@foyer/contract/remediation/agent-actions'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import type { ActionRecord } from './agent-action.ts'

type Table = Tables['agent_actions']
type Issue = Selectable<Tables['issues']>

/** What an action is shown with. */
export interface ListedAction extends ActionRecord {
  decided_by_name: string | null
  issue: Pick<
    Issue,
    | 'title'
    | 'media_type'
    | 'category'
    | 'status'
    | 'closed_at'
    | 'tmdb_id'
    | 'season_number'
    | 'episode_number'
    | 'occurrences'
    | 'subject_key'
  >
}

export async function insertAction(tx: Tx, action: Insertable<Table>): Promise<ActionRecord> {
  return tx.insertInto('agent_actions').values(action).returningAll().executeTakeFirstOrThrow()
}

export async function findAction(db: Db, id: number): Promise<ActionRecord | undefined> {
  // PostgreSQL refuses to compare with a number that its column cannot hold, and one id never fails a batch (2:4.9).
  if (id > MAX_ROW_ID) return undefined
  return db.selectFrom('agent_actions').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findActionOfCall(
  db: Db,
  run_id: number,
  call_id: string,
): Promise<ActionRecord | undefined> {
  return db
    .selectFrom('agent_actions')
    .selectAll()
    .where('run_id', '=', run_id)
    .where('call_id', '=', call_id)
    .executeTakeFirst()
}

/** Newest first. */
export async function listActions(
  db: Db,
  which: { id?: number; issue_id?: number; status?: ActionStatus; limit?: number },
): Promise<ListedAction[]> {
  const { id, issue_id, status, limit } = which
  const rows = await db
    .selectFrom('agent_actions as action')
    .innerJoin('issues as issue', 'issue.id', 'action.issue_id')
    .leftJoin('users', 'users.id', 'action.decided_by')
    .selectAll('action')
    .select([
      'users.username as decided_by_name',
      'issue.title as issue_title',
      'issue.media_type as issue_media_type',
      'issue.category as issue_category',
      'issue.status as issue_status',
      'issue.closed_at as issue_closed_at',
      'issue.tmdb_id as issue_tmdb_id',
      'issue.season_number as issue_season_number',
      'issue.episode_number as issue_episode_number',
      'issue.occurrences as issue_occurrences',
      'issue.subject_key as issue_subject_key',
    ])
    .$if(id !== undefined, query => query.where('action.id', '=', id ?? 0))
    .$if(issue_id !== undefined, query => query.where('action.issue_id', '=', issue_id ?? 0))
    .$if(status !== undefined, query => query.where('action.status', '=', status ?? 'proposed'))
    .orderBy('action.id', 'desc')
    .$if(limit !== undefined, query => query.limit(limit ?? 0))
    .execute()
  return rows.map(
    ({
      issue_title: title,
      issue_media_type: media_type,
      issue_category: category,
      issue_status,
      issue_closed_at: closed_at,
      issue_tmdb_id: tmdb_id,
      issue_season_number: season_number,
      issue_episode_number: episode_number,
      issue_occurrences: occurrences,
      issue_subject_key: subject_key,
      ...action
    }) => ({
      ...action,
      issue: {
        title,
        media_type,
        category,
        status: issue_status,
        closed_at,
        tmdb_id,
        season_number,
        episode_number,
        occurrences,
        subject_key,
      },
    }),
  )
}

export type EarlierAttempt = Pick<ActionRecord, 'id' | 'kind' | 'facet'> & {
  executed_at: string
  subject_key: string
  issue_closed_at: string | null
}

/** What was carried out about these subjects, newest first. */
export async function attemptsAbout(
  db: Db,
  subject_keys: readonly string[],
  limit: number,
): Promise<EarlierAttempt[]> {
  if (subject_keys.length === 0) return []
  const rows = await db
    .selectFrom('agent_actions as action')
    .innerJoin('issues as issue', 'issue.id', 'action.issue_id')
    .select(['action.id', 'action.kind', 'action.facet', 'action.executed_at'])
    .select(['issue.subject_key', 'issue.closed_at as issue_closed_at'])
    .where('issue.subject_key', 'in', subject_keys)
    .where('action.status', '=', 'executed')
    .orderBy('action.id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ executed_at, ...row }) => (executed_at === null ? [] : [{ ...row, executed_at }]))
}

/** When the newest issue about each of these subjects began. */
export async function newestIssues(db: Db, subject_keys: readonly string[]): Promise<Map<string, string>> {
  if (subject_keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('issues')
    .select(eb => ['subject_key', eb.fn.max('created_at').as('created_at')])
    .where('subject_key', 'in', subject_keys)
    .groupBy('subject_key')
    .execute()
  return new Map(rows.map(row => [row.subject_key, row.created_at]))
}

export async function countProposed(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('agent_actions')
    .select(eb => eb.fn.countAll<number | string>().as('count'))
    .where('status', '=', 'proposed')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Undefined: it is not in one of these statuses any more, and nothing was changed. */
export async function changeAction(
  tx: Tx,
  id: number,
  from: readonly ActionStatus[],
  change: Updateable<Table>,
): Promise<ActionRecord | undefined> {
  return tx
    .updateTable('agent_actions')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()
}

/** False: it was sent before, or it is not to be sent any more. */
export async function markSent(tx: Tx, id: number, sent_at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('agent_actions')
    .set({ sent_at })
    .where('id', '=', id)
    .where('status', '=', 'executing')
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function supersedeProposed(tx: Tx, issue_id: number): Promise<ActionRecord[]> {
  return tx
    .updateTable('agent_actions')
    .set({ status: 'superseded' })
    .where('issue_id', '=', issue_id)
    .where('status', '=', 'proposed')
    .returningAll()
    .execute()
}

export async function findIssueStatus(db: Db, issue_id: number): Promise<Issue['status'] | undefined> {
  const row = await db.selectFrom('issues').select('status').where('id', '=', issue_id).executeTakeFirst()
  return row?.status
}
