import type { Tx } from '#db/database.ts'
import type { AiAccounts } from '#features/ai-accounts/index.ts'
import type { AiModels } from '#features/ai-models/index.ts'
import type { ServerTools } from '#features/ai-tools/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { QueueViews } from '#features/issue-detection/index.ts'
import { type Issues, noteAgentProvider } from '#features/issues/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { ManagerConfiguration } from '#features/manager-configuration/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import { remediation, type SavedRemediation } from '#features/remediation-settings/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createAgentActions } from './actions/agent-actions.ts'
import { createDigestAlert } from './digest/digest-alert.ts'
import { readDigest } from './digest/digest.ts'
import { digestRoutes } from './digest/digest-routes.ts'
import { approvalRuleRoutes } from './rules/approval-rule-routes.ts'
import { createApprovalRuleService } from './rules/approval-rule-service.ts'
import { createInvestigations } from './runs/evidence/investigations.ts'
import { createRemediationSettings } from './settings/settings-service.ts'
import { remediationSettingsRoutes } from './settings/settings-routes.ts'

export interface RemediationNeeds {
  inventory: Inventory
  issues: Issues
  operations: LibraryOperations
  configuration: ManagerConfiguration
  accounts: AiAccounts
  models: AiModels
  server_tools: ServerTools
  queue_views: QueueViews
  alerts: Alerts
}

/** An agent that looks into issues, proposes what to do and does what was approved (2:4.9). */
export function createRemediationSlice(platform: Platform, needs: RemediationNeeds) {
  const { hooks, database, clock } = platform
  const { accounts, issues } = needs

  /** One issue for admins while the agent is on but has no model to work with. */
  async function noteProvider(tx: Tx, { enabled }: Pick<SavedRemediation, 'enabled'>): Promise<void> {
    const has_profile = await accounts.isSharedComplete(tx)
    await noteAgentProvider(issues, tx, { enabled, has_profile })
  }

  const settings = createRemediationSettings({
    ...platform,
    ...needs,
    async settingsChanged(tx, saved) {
      await noteProvider(tx, saved)
      await investigations.settingsChanged(tx)
    },
    currentCaller: db => createCurrentCaller({ read: db }),
  })
  const rules = createApprovalRuleService({ ...platform, ...needs })
  const actions = createAgentActions(platform, {
    ...needs,
    rules: rules.rules,
    actionEnded: (tx, action) => investigations.runs.actionEnded(tx, action),
  })
  const investigations = createInvestigations({
    ...platform,
    ...needs,
    proposals: actions.proposals,
  })
  const digest_alert = createDigestAlert({ ...platform, ...needs })

  hooks.sharedAiChanged.on('remediation', async tx =>
    noteProvider(tx, await platform.settings.read(tx, remediation)),
  )
  hooks.issueOpened.on('remediation', investigations.issueOpened)
  hooks.issueReplied.on('remediation', investigations.issueReplied)
  hooks.issueClosed.on('remediation', async (tx, issue) => {
    await investigations.issueClosed(tx, issue)
    await actions.proposals.supersede(tx, issue.id)
    await rules.issueClosed(tx, issue)
  })
  hooks.userRemoved.on('remediation', investigations.userRemoved)
  hooks.instanceConnected.on('remediation', (tx, { id }) => investigations.instanceChanged(tx, id))
  hooks.instanceRemoved.on('remediation', (tx, { id }) => investigations.instanceChanged(tx, id))
  return {
    api: {},
    routes: [
      ...remediationSettingsRoutes(settings),
      ...approvalRuleRoutes(rules),
      ...actions.routes,
      ...investigations.routes,
      ...digestRoutes(days => readDigest(database.read, days, clock.now())),
    ],
    async start() {
      await investigations.start()
      await digest_alert.schedule()
    },
    close: investigations.close,
  }
}
