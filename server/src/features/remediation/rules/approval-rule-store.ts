import { sql } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { RuleRecord, Triple } from './approval-rule.ts'

/** A rule with the name of who made it; null when that account is gone. */
export interface NamedRule extends RuleRecord {
  created_by_name: string | null
}

/** An action with one of these was approved, whatever came of it. */
const APPROVED = ['executing', 'executed', 'failed', 'outcome_unknown'] as const

const named = (db: Db) =>
  db
    .selectFrom('approval_rules')
    .leftJoin('users', 'users.id', 'approval_rules.created_by')
    .selectAll('approval_rules')
    .select('users.username as created_by_name')

/** Newest first. */
export function listRules(db: Db): Promise<NamedRule[]> {
  return named(db).orderBy('approval_rules.id', 'desc').execute()
}

export async function findRule(db: Db, id: number): Promise<NamedRule | null> {
  return (await named(db).where('approval_rules.id', '=', id).executeTakeFirst()) ?? null
}

export async function findRuleOf(db: Db, triple: Triple): Promise<RuleRecord | null> {
  const row = await db
    .selectFrom('approval_rules')
    .selectAll()
    .where('problem_kind', '=', triple.problem_kind)
    .where('action_kind', '=', triple.action_kind)
    .where('action_facet', '=', triple.action_facet)
    .executeTakeFirst()
  return row ?? null
}

export async function insertRule(
  tx: Tx,
  rule: Triple & { created_by: number; seed_action_id: number },
  now: string,
): Promise<number> {
  const { id } = await tx
    .insertInto('approval_rules')
    .values({
      ...rule,
      status: 'active',
      approved_since_pause: 0,
      approved_count: 0,
      resolved_count: 0,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False: it was paused already, or is gone. */
export async function pauseRule(
  tx: Tx,
  id: number,
  pause: { reason: string; issue_id: number | null; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('approval_rules')
    .set({
      status: 'paused',
      paused_reason: pause.reason,
      paused_at: pause.now,
      paused_by_issue_id: pause.issue_id,
      approved_since_pause: 0,
      updated_at: pause.now,
    })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** One that is active stays as it is. With the action whose approval woke it, if one did. */
export async function resumeRule(
  tx: Tx,
  id: number,
  now: string,
  seed?: { seed_action_id: number },
): Promise<void> {
  await tx
    .updateTable('approval_rules')
    .set({
      status: 'active',
      paused_reason: null,
      paused_at: null,
      paused_by_issue_id: null,
      approved_since_pause: 0,
      updated_at: now,
      ...seed,
    })
    .where('id', '=', id)
    .where('status', '=', 'paused')
    .execute()
}

/** False: there was none. */
export async function deleteRule(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('approval_rules').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

export async function countApproval(tx: Tx, id: number, now: string): Promise<void> {
  await tx
    .updateTable('approval_rules')
    .set(eb => ({
      approved_count: eb('approved_count', '+', 1),
      last_approved_at: now,
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute()
}

/** Counts for a paused rule only. */
export async function countHandApproval(tx: Tx, triple: Triple, now: string): Promise<void> {
  await tx
    .updateTable('approval_rules')
    .set(eb => ({ approved_since_pause: eb('approved_since_pause', '+', 1), updated_at: now }))
    .where('problem_kind', '=', triple.problem_kind)
    .where('action_kind', '=', triple.action_kind)
    .where('action_facet', '=', triple.action_facet)
    .where('status', '=', 'paused')
    .execute()
}

/** The rules that approved something for this issue, deleted ones included. */
export async function rulesBehind(db: Db, issue_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('agent_actions')
    .select('auto_rule_id')
    .distinct()
    .where('issue_id', '=', issue_id)
    .where('auto_rule_id', 'is not', null)
    .where('status', 'in', APPROVED)
    .execute()
  return rows.flatMap(({ auto_rule_id }) => auto_rule_id ?? [])
}

/** Credits each rule whose fix was made once for this issue, even if it is resolved again after it was reopened. */
export async function creditResolution(tx: Tx, issue_id: number, now: string): Promise<void> {
  const rows = await tx
    .updateTable('agent_actions')
    .set({ auto_resolved_at: now })
    .where('issue_id', '=', issue_id)
    .where('auto_rule_id', 'is not', null)
    .where('auto_resolved_at', 'is', null)
    // One that is under way may be why the problem is gone.
    .where('status', 'in', ['executing', 'executed'])
    .returning('auto_rule_id')
    .execute()
  const ids = [...new Set(rows.flatMap(({ auto_rule_id }) => auto_rule_id ?? []))]
  if (ids.length === 0) return
  await tx
    .updateTable('approval_rules')
    .set(eb => ({ resolved_count: eb('resolved_count', '+', 1), last_resolved_at: now, updated_at: now }))
    .where('id', 'in', ids)
    .execute()
}

/**
 * Actions that an admin approved by hand. Told by the time of the decision: the account of who decided may be gone.
 */
const handApproved = (db: Db) =>
  db
    .selectFrom('agent_actions')
    .where('agent_actions.status', 'in', APPROVED)
    .where('decided_at', 'is not', null)
    .where('auto_rule_id', 'is', null)

/** The newest; null: nobody has approved this by hand. */
export async function newestHandApproval(db: Db, triple: Triple): Promise<number | null> {
  const row = await handApproved(db)
    .select('id')
    .where('problem_kind', '=', triple.problem_kind)
    .where('kind', '=', triple.action_kind)
    .where('facet', '=', triple.action_facet)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export interface HandApprovals extends Triple {
  approved_count: number
  last_approved_at: string
}

/** What was approved by hand and has no rule, paused ones included; the most recent first. */
export async function handApprovalsWithoutRule(db: Db): Promise<HandApprovals[]> {
  const rows = await handApproved(db)
    .leftJoin('approval_rules', join =>
      join
        .onRef('approval_rules.problem_kind', '=', 'agent_actions.problem_kind')
        .onRef('approval_rules.action_kind', '=', 'agent_actions.kind')
        .onRef('approval_rules.action_facet', '=', 'agent_actions.facet'),
    )
    .where('approval_rules.id', 'is', null)
    .select(['agent_actions.problem_kind', 'kind as action_kind', 'facet as action_facet'])
    .select(eb => [
      eb.fn.countAll<number | string>().as('approved_count'),
      sql<string>`max(agent_actions.decided_at)`.as('last_approved_at'),
    ])
    .groupBy(['agent_actions.problem_kind', 'kind', 'facet'])
    .orderBy('last_approved_at', 'desc')
    .execute()
  return rows.flatMap(({ problem_kind, approved_count, ...row }) =>
    problem_kind === null ? [] : { ...row, problem_kind, approved_count: Number(approved_count) },
  )
}
