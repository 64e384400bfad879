import { getIssueActivity } from '@foyer/contract/issues/admin-issues'
import { getAgentRun } from '@foyer/contract/remediation/agent-runs'
import type { Database } from '#db/database.ts'
import type { Issues } from '#features/issues/index.ts'
import { type Binding, bind } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Proposals } from '../actions/agent-action.ts'
import { runView, stepView } from './run-views.ts'
import * as store from './run-store.ts'

interface RouteParts {
  database: Pick<Database, 'read'>
  issues: Pick<Issues, 'find'>
  proposals: Pick<Proposals, 'ofIssue'>
}

export function runRoutes({ database, issues, proposals }: RouteParts): Binding[] {
  return [
    bind(getAgentRun).to(async ({ params }) => {
      const run = await store.findRun(database.read, params.id)
      if (!run) throw new Refusal('not_found')
      return { run: runView(run), steps: (await store.listSteps(database.read, run.id)).map(stepView) }
    }),
    bind(getIssueActivity).to(async ({ params }) => {
      if (!(await issues.find(database.read, params.id))) throw new Refusal('not_found')
      const runs = await store.listRunsOf(database.read, params.id)
      return { actions: await proposals.ofIssue(database.read, params.id), runs: runs.map(runView) }
    }),
  ]
}
