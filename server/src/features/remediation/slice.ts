import type { AiAccounts } from '#features/ai-accounts/index.ts'
import type { AiModels } from '#features/ai-models/index.ts'
import type { ServerTools } from '#features/ai-tools/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { QueueViews } from '#features/issue-detection/index.ts'
import type { Issues } from '#features/issues/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { ManagerConfiguration } from '#features/manager-configuration/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createActionsPart } from './actions/actions-part.ts'
import { createDigestPart } from './digest/digest-part.ts'
import { createRulesPart } from './rules/rules-part.ts'
import { createRunsPart } from './runs/runs-part.ts'
import { createSettingsPart } from './settings/settings-part.ts'

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
  const { hooks } = platform
  const settings = createSettingsPart(platform, {
    ...needs,
    settingsChanged: tx => runs.settingsChanged(tx),
  })
  const rules = createRulesPart(platform, needs)
  const actions = createActionsPart(platform, {
    ...needs,
    rules: rules.rules,
    actionEnded: (tx, action) => runs.runs.actionEnded(tx, action),
  })
  const runs = createRunsPart({
    ...platform,
    ...needs,
    proposals: actions.proposals,
  })
  const digest = createDigestPart(platform, needs)

  hooks.issueOpened.on('remediation', runs.issueOpened)
  hooks.issueReplied.on('remediation', runs.issueReplied)
  hooks.issueClosed.on('remediation', async (tx, issue) => {
    await runs.issueClosed(tx, issue)
    await actions.proposals.supersede(tx, issue.id)
    await rules.issueClosed(tx, issue)
  })
  hooks.instanceConnected.on('remediation', (tx, { id }) => runs.instanceChanged(tx, id))
  hooks.instanceRemoved.on('remediation', (tx, { id }) => runs.instanceChanged(tx, id))
  return {
    api: {},
    routes: [...settings.routes, ...rules.routes, ...actions.routes, ...runs.routes, ...digest.routes],
    async start() {
      await runs.start()
      await digest.start()
    },
    close: runs.close,
  }
}
