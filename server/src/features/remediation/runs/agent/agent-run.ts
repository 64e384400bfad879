import type { Selectable } from 'kysely'
import type { Tx } from '#db/database.ts'
import type { ActionRecord } from '../../actions/agent-action.ts'
import type { AgentRunsTable, AgentStepsTable } from '../../remediation-tables.ts'

export type RunRecord = Selectable<AgentRunsTable>
export type StepRecord = Selectable<AgentStepsTable>

/** What other parts tell a run. */
export interface Runs {
  /** An action was decided and, if approved, has ended: the run that proposed it goes on with the result. */
  actionEnded(tx: Tx, action: ActionRecord): Promise<void>
}
