import { getIssueActivity } from '@foyer/contract/issues/admin-issues'
import * as routes from '@foyer/contract/remediation/agent-runs'
import type { Tx } from '#db/database.ts'
import type { IssueRecord } from '#features/issues/index.ts'
import { bind } from '#http/bind.ts'
import type { Platform } from '#platform/platform.ts'
import type { Proposals } from '../actions/agent-action.ts'
import type { RemediationNeeds } from '../slice.ts'
import { unbuilt } from '../unbuilt.ts'
import type { Runs } from './agent-run.ts'

export interface RunsNeeds extends RemediationNeeds {
  proposals: Proposals
}

export function createRunsPart(_platform: Platform, _needs: RunsNeeds) {
  const runs: Runs = { async actionEnded() {} }
  return {
    runs,
    async issueOpened(_tx: Tx, _issue: IssueRecord): Promise<void> {},
    async issueReplied(_tx: Tx, _issue: IssueRecord, _author: 'reporter' | 'admin'): Promise<void> {},
    async issueClosed(_tx: Tx, _issue: IssueRecord): Promise<void> {},
    routes: [bind(routes.getAgentRun).to(unbuilt), bind(getIssueActivity).to(unbuilt)],
    async start(): Promise<void> {},
  }
}
