import * as routes from '@foyer/contract/remediation/agent-actions'
import type { Database } from '#db/database.ts'
import { type Binding, bind } from '#http/bind.ts'
import type { Decisions } from './decide-action.ts'
import type { ActionViews } from './present-action.ts'

export function agentActionRoutes(
  { read }: Pick<Database, 'read'>,
  views: ActionViews,
  decisions: Decisions,
): Binding[] {
  return [
    bind(routes.getAgentActions).to(async ({ query }) => ({ actions: await views.list(read, query.status) })),
    bind(routes.getAgentAction).to(({ params }) => decisions.show(params.id)),
    bind(routes.postAgentActionApprove).to(({ caller, params, body }) =>
      decisions.approve(caller, params.id, body),
    ),
    bind(routes.postAgentActionDeny).to(({ caller, params, body }) =>
      decisions.deny(caller, params.id, body.note),
    ),
    bind(routes.postAgentActionApproveBatch).to(async ({ caller, body }) => ({
      results: await decisions.approveBatch(caller, body.ids),
    })),
  ]
}
