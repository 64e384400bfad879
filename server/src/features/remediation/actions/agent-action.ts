import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { ActionKind, ActionRisk, AgentAction } from '@foyer/contract/remediation/agent-actions'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { IssueRecord } from '#features/issues/index.ts'
import type { AgentActionsTable } from '../remediation-tables.ts'

export type ActionRecord = Selectable<AgentActionsTable>

/** What the agent asks for. Checked and completed from the library before it is saved. */
export interface WantedAction {
  kind: ActionKind
  params: Record<string, unknown>
  rationale: string
  risk: ActionRisk
}

/** A proposal that was checked outside any transaction, ready to be saved. */
export interface PreparedAction extends WantedAction {
  facet: string
  instance: { id: string; name: string; service_type: LibraryManagerType; url: string }
}

/** What a run needs of actions. */
export interface Proposals {
  /**
   * Checks what the agent asks for against the library of the issue and completes it from there. Throws a refusal in
   * words for the model.
   */
  prepare(issue: IssueRecord, wanted: WantedAction, signal: AbortSignal): Promise<PreparedAction>
  /**
   * Saves the proposal; the same call of a run saves it once. A matching rule approves it at once (2:4.9), else it
   * waits for an admin.
   */
  save(
    tx: Tx,
    at: { issue: IssueRecord; run_id: number; call_id: string },
    prepared: PreparedAction,
  ): Promise<ActionRecord>
  ofCall(db: Db, run_id: number, call_id: string): Promise<ActionRecord | null>
  /** All of one issue as the API shows them, newest first. */
  ofIssue(db: Db, issue_id: number): Promise<AgentAction[]>
  /** Those that still wait for a decision are no longer needed. */
  supersede(tx: Tx, issue_id: number): Promise<void>
}
