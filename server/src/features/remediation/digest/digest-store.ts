import { CLOSED_ISSUE_STATUSES } from '@foyer/contract/issues/issue'
import type { AgentDigest } from '@foyer/contract/remediation/remediation'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import type { ClosedGroup } from './digest-rules.ts'

const CLOSED: readonly string[] = CLOSED_ISSUE_STATUSES

/** 0 or 1: whether the issue has such an action. */
function has(
  eb: ExpressionBuilder<Tables, 'issues'>,
  { is_automatic, executed }: { is_automatic: boolean; executed: boolean },
) {
  const actions = eb
    .selectFrom('agent_actions')
    .select('agent_actions.id')
    .whereRef('agent_actions.issue_id', '=', 'issues.id')
    .where('auto_rule_id', is_automatic ? 'is not' : 'is', null)
    .where('decided_at', 'is not', null)
    .$if(executed, query => query.where('agent_actions.status', '=', 'executed'))
  return eb.case().when(eb.exists(actions)).then(1).else(0).end()
}

/** The issues that were closed since then and still are, in groups of those that are alike. */
export async function closedSince(db: Db, since: string): Promise<ClosedGroup[]> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('issues')
        .where('closed_at', '>=', since)
        .select(['status', 'resolution_kind'])
        .select(eb => [
          has(eb, { is_automatic: true, executed: true }).as('fixed_by_rule'),
          has(eb, { is_automatic: false, executed: true }).as('fixed_by_hand'),
          has(eb, { is_automatic: false, executed: false }).as('decided_by_hand'),
        ])
        .as('closed'),
    )
    .select(['status', 'resolution_kind', 'fixed_by_rule', 'fixed_by_hand', 'decided_by_hand'])
    .select(eb => eb.fn.countAll<number | string>().as('count'))
    .groupBy(['status', 'resolution_kind', 'fixed_by_rule', 'fixed_by_hand', 'decided_by_hand'])
    .execute()
  return rows.flatMap(row =>
    isClosed(row.status)
      ? {
          status: row.status,
          resolution_kind: row.resolution_kind,
          fixed_by_rule: row.fixed_by_rule === 1,
          fixed_by_hand: row.fixed_by_hand === 1,
          decided_by_hand: row.decided_by_hand === 1,
          count: Number(row.count),
        }
      : [],
  )
}

function isClosed(status: string): status is ClosedGroup['status'] {
  return CLOSED.includes(status)
}

type Facts = Pick<
  AgentDigest,
  | 'issues_opened'
  | 'actions_executed'
  | 'tokens_in'
  | 'tokens_out'
  | 'needs_admin_open'
  | 'pending_proposals'
  | 'paused_rules'
>

/** Everything else that is one number: facts since then, and how things are now. */
export async function otherFacts(db: Db, since: string): Promise<Facts> {
  const count = sql<number | string>`count(*)`
  const facts = await db
    .selectNoFrom(eb => [
      eb.selectFrom('issues').select(count.as('n')).where('created_at', '>=', since).as('issues_opened'),
      eb
        .selectFrom('agent_actions')
        .select(count.as('n'))
        .where('status', '=', 'executed')
        .where('executed_at', '>=', since)
        .as('actions_executed'),
      sumOf(eb, 'input_tokens', since).as('tokens_in'),
      sumOf(eb, 'output_tokens', since).as('tokens_out'),
      eb
        .selectFrom('issues')
        .select(count.as('n'))
        .where('status', '=', 'needs_admin')
        .as('needs_admin_open'),
      eb
        .selectFrom('agent_actions')
        .select(count.as('n'))
        .where('status', '=', 'proposed')
        .as('pending_proposals'),
      eb.selectFrom('approval_rules').select(count.as('n')).where('status', '=', 'paused').as('paused_rules'),
    ])
    .executeTakeFirstOrThrow()
  return {
    issues_opened: Number(facts.issues_opened),
    actions_executed: Number(facts.actions_executed),
    tokens_in: Number(facts.tokens_in),
    tokens_out: Number(facts.tokens_out),
    needs_admin_open: Number(facts.needs_admin_open),
    pending_proposals: Number(facts.pending_proposals),
    paused_rules: Number(facts.paused_rules),
  }
}

function sumOf(
  eb: ExpressionBuilder<Tables, never>,
  column: 'input_tokens' | 'output_tokens',
  since: string,
) {
  return eb
    .selectFrom('agent_runs')
    .select(sql<number | string>`coalesce(sum(${sql.ref(column)}), 0)`.as('n'))
    .where('started_at', '>=', since)
}

/** What rules approved since then, deleted rules included; the busiest first. */
export async function approvedByRules(db: Db, since: string): Promise<AgentDigest['rule_counts']> {
  const rows = await db
    .selectFrom('agent_actions')
    .select('auto_rule_label as label')
    .select(eb => eb.fn.countAll<number | string>().as('count'))
    .where('auto_rule_id', 'is not', null)
    .where('decided_at', '>=', since)
    .groupBy('auto_rule_label')
    .orderBy('count', 'desc')
    .orderBy('label')
    .execute()
  return rows.map(({ label, count }) => ({ label: label ?? '', count: Number(count) }))
}
