import type { RunStatus } from '@foyer/contract/remediation/agent-runs'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import type { ActionRecord } from '../actions/agent-action.ts'
import type { AgentRunsTable, AgentStepsTable } from '../remediation-tables.ts'
import type { RunRecord, StepRecord } from './agent/agent-run.ts'

export type MessageRecord = Selectable<Tables['issue_messages']>

export function insertRun(tx: Tx, row: Insertable<AgentRunsTable>): Promise<RunRecord> {
  return tx.insertInto('agent_runs').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function findRun(db: Db, id: number): Promise<RunRecord | null> {
  const row = await db.selectFrom('agent_runs').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** The run that is not over; null when there is none. */
export async function findActiveRun(db: Db, issue_id: number): Promise<RunRecord | null> {
  const row = await db
    .selectFrom('agent_runs')
    .selectAll()
    .where('active_issue_id', '=', issue_id)
    .executeTakeFirst()
  return row ?? null
}

/** Every run that is not over, or those about one library. */
export function listActiveRuns(db: Db, instance_id?: string): Promise<RunRecord[]> {
  return db
    .selectFrom('agent_runs')
    .innerJoin('issues', 'issues.id', 'agent_runs.active_issue_id')
    .selectAll('agent_runs')
    .$if(instance_id !== undefined, query => query.where('issues.instance_id', '=', instance_id ?? ''))
    .orderBy('agent_runs.id')
    .execute()
}

/** Those that wait for an answer of this person. */
export function listRunsWaitingFor(db: Db, reporter_id: number): Promise<RunRecord[]> {
  return db
    .selectFrom('agent_runs')
    .innerJoin('issues', 'issues.id', 'agent_runs.active_issue_id')
    .selectAll('agent_runs')
    .where('issues.reporter_id', '=', reporter_id)
    .where('agent_runs.status', '=', 'waiting_user')
    .execute()
}

/** Newest first. */
export function listRunsOf(db: Db, issue_id: number): Promise<RunRecord[]> {
  return db
    .selectFrom('agent_runs')
    .selectAll()
    .where('issue_id', '=', issue_id)
    .orderBy('id', 'desc')
    .execute()
}

export async function countStartedSince(db: Db, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('agent_runs')
    .select(eb => eb.fn.countAll().as('count'))
    .where('started_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Null: it is no longer in one of these statuses, and nothing was changed. */
export async function changeRun(
  tx: Tx,
  id: number,
  from: readonly RunStatus[],
  change: Updateable<AgentRunsTable>,
): Promise<RunRecord | null> {
  const row = await tx
    .updateTable('agent_runs')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

type NewStep = Pick<Insertable<AgentStepsTable>, 'kind'> &
  Partial<
    Pick<
      Insertable<AgentStepsTable>,
      'call_id' | 'tool_name' | 'tool_input' | 'tool_output' | 'text' | 'model_content' | 'is_error'
    >
  >

/** Appends to what happened. Only who holds the run's job writes steps, so the numbers cannot collide. */
export async function appendSteps(
  tx: Tx,
  run_id: number,
  created_at: string,
  steps: readonly NewStep[],
): Promise<void> {
  const { last } = await tx
    .selectFrom('agent_steps')
    .select(eb => eb.fn.max('seq').as('last'))
    .where('run_id', '=', run_id)
    .executeTakeFirstOrThrow()
  const rows = steps.map((step, place) => ({
    run_id,
    seq: (last ?? 0) + 1 + place,
    call_id: null,
    tool_name: null,
    tool_input: null,
    tool_output: null,
    model_content: null,
    is_error: 0 as const,
    created_at,
    ...step,
    ...(step.call_id && { call_id: storable(step.call_id) }),
    ...(step.tool_name && { tool_name: storable(step.tool_name) }),
    text: step.text ? storable(step.text) : (step.text ?? null),
  }))
  await tx.insertInto('agent_steps').values(rows).execute()
}

export function listSteps(db: Db, run_id: number): Promise<StepRecord[]> {
  return db.selectFrom('agent_steps').selectAll().where('run_id', '=', run_id).orderBy('seq').execute()
}

/** Answers a call once. False: it was answered before. */
export async function answerCall(
  tx: Tx,
  { run_id, seq }: Pick<StepRecord, 'run_id' | 'seq'>,
  { text, ok }: { text: string; ok: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('agent_steps')
    .set({ tool_output: storable(text), is_error: ok ? 0 : 1 })
    .where('run_id', '=', run_id)
    .where('seq', '=', seq)
    .where('tool_output', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The oldest call of this tool that is not answered. */
export async function findOpenCall(db: Db, run_id: number, tool_name: string): Promise<StepRecord | null> {
  const row = await db
    .selectFrom('agent_steps')
    .selectAll()
    .where('run_id', '=', run_id)
    .where('kind', '=', 'tool')
    .where('tool_name', '=', tool_name)
    .where('tool_output', 'is', null)
    .orderBy('seq')
    .executeTakeFirst()
  return row ?? null
}

/** Another model or account continues the run: it must not get parts that the former one signed. */
export async function forgetContents(tx: Tx, run_id: number): Promise<void> {
  await tx.updateTable('agent_steps').set({ model_content: null }).where('run_id', '=', run_id).execute()
}

/** Limits how much of the thread an agent reads: only the latest messages. */
const MAX_MESSAGES = 20

/** What people wrote into the thread after this message, oldest first. Of many, the last ones. */
export async function listMessagesAfter(
  db: Db,
  issue_id: number,
  after_id: number,
): Promise<MessageRecord[]> {
  const newest_first = await db
    .selectFrom('issue_messages')
    .selectAll()
    .where('issue_id', '=', issue_id)
    .where('id', '>', after_id)
    .where('author_kind', 'in', ['user', 'admin'])
    .orderBy('id', 'desc')
    .limit(MAX_MESSAGES)
    .execute()
  return newest_first.toReversed()
}

export function listActionsOf(db: Db, issue_id: number): Promise<ActionRecord[]> {
  return db
    .selectFrom('agent_actions')
    .selectAll()
    .where('issue_id', '=', issue_id)
    .orderBy('id', 'desc')
    .execute()
}

/** PostgreSQL stores no NUL and no half characters; models and libraries write both. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
