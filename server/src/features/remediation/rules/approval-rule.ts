import type { ProblemKind } from '@foyer/contract/issues/problem-kinds'
import type { ActionKind, AgentAction } from '@foyer/contract/remediation/agent-actions'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { ActionRecord } from '../actions/agent-action.ts'
import type { ApprovalRulesTable } from '../remediation-tables.ts'

export type RuleRecord = Selectable<ApprovalRulesTable>

/** The problem, the fix and its variant. */
export interface Triple {
  problem_kind: ProblemKind
  action_kind: ActionKind
  action_facet: string
}

/**
 * What actions need of rules. Every call with a transaction belongs under the lock `issues`, which the routes of rules
 * take too: no rule approves after its pause was answered.
 */
export interface ApprovalRules {
  /** The active rule of this triple, which approves by itself; null: an admin decides. */
  findActive(tx: Tx, triple: Triple): Promise<{ id: number; label: string } | null>
  /** Whether a rule still approves: asked again right before a change is sent. */
  isActive(db: Db, rule_id: number): Promise<boolean>
  /** A rule approved this action. */
  countApproval(tx: Tx, rule_id: number): Promise<void>
  /** An admin approved this action by hand: counted for a paused rule of the same triple. */
  countHandApproval(tx: Tx, triple: Triple): Promise<void>
  /** `remember`: arms the triple of an approved action, or wakes a paused rule. Answers the rule's id. */
  arm(tx: Tx, triple: Triple, by: { user_id: number; action_id: number }): Promise<number>
  /** An approved action has ended. A rule pauses itself at the first that failed or whose outcome is unknown. */
  actionEnded(tx: Tx, action: ActionRecord): Promise<void>
  /** The rule that `remember` would arm; undefined: it is armed, nothing is to be decided, or the problem is not known. */
  offerFor(db: Db, action: ActionRecord): Promise<AgentAction['auto_approval_offer']>
}
