import type { Database, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { Settings } from '#settings/settings.ts'
import type { ApprovalRules } from '../rules/approval-rule.ts'
import { createActionAnnouncements } from './action-announcements.ts'
import type { ActionRecord } from './agent-action.ts'
import { agentActionRoutes } from './agent-action-routes.ts'
import { createDecisions } from './decide-action.ts'
import { createDispatch } from './dispatch-action.ts'
import { createPrepareAction } from './prepare-action.ts'
import { createActionViews } from './present-action.ts'
import { createProposals } from './proposals.ts'
import { createReconcileAction } from './reconcile-action.ts'

export interface ActionsNeeds {
  inventory: Inventory
  operations: LibraryOperations
  alerts: Alerts
  rules: ApprovalRules
  /** An action was denied or carried out, and its result is known as well as it can be. */
  actionEnded(tx: Tx, action: ActionRecord): Promise<void>
}

interface ActionsPlatform {
  database: Database
  clock: Clock
  jobs: Jobs
  events: Events
  settings: Settings
  scrubber: Scrubber
}

/** What the agent wants to change: proposed, decided by an admin or a rule, carried out once (2:4.9). */
export function createAgentActions(platform: ActionsPlatform, needs: ActionsNeeds) {
  const { database } = platform
  const shared = {
    ...platform,
    ...needs,
    announcements: createActionAnnouncements({ events: platform.events, alerts: needs.alerts }),
    views: createActionViews({ ...platform, ...needs }),
  }
  const decisions = createDecisions(shared)
  createDispatch({ ...shared, reconcile: createReconcileAction(needs.operations, platform.scrubber) })
  return {
    proposals: createProposals({ ...shared, prepare: createPrepareAction(shared) }),
    routes: agentActionRoutes(database, shared.views, decisions),
  }
}
