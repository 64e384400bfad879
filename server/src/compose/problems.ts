import type { AiAccounts } from '#features/ai-accounts/index.ts'
import type { AiModels } from '#features/ai-models/index.ts'
import type { ServerTools } from '#features/ai-tools/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import { createIssueDetectionSlice } from '#features/issue-detection/slice.ts'
import { createIssuesSlice } from '#features/issues/slice.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { ManagerConfiguration } from '#features/manager-configuration/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import { createRemediationSlice } from '#features/remediation/slice.ts'
import type { ReadTitle } from '#features/requests/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { CollectedSlices } from './slices.ts'

interface Needs {
  inventory: Inventory
  kids: TitleGate
  alerts: Alerts
  tv_matches: TvMatches
  readTitle: ReadTitle
  bookRecords: Parameters<typeof createIssuesSlice>[1]['bookRecords']
  operations: LibraryOperations
  configuration: ManagerConfiguration
  server_tools: ServerTools
  accounts: AiAccounts
  models: AiModels
}

/** What people report, what Foyer detects by itself, and the agent that proposes what to do about it (2:4.9–2:4.11). */
export function addProblems(platform: Platform, { add }: CollectedSlices, needs: Needs): void {
  const { inventory, kids, alerts, tv_matches, readTitle, bookRecords } = needs
  const { operations, configuration, server_tools, accounts, models } = needs
  const { issues } = add(
    createIssuesSlice(platform, { inventory, kids, alerts, tv_matches, readTitle, bookRecords }),
  )
  const { queue_views } = add(
    createIssueDetectionSlice(platform, { inventory, issues, operations, tv_matches }),
  )
  add(
    createRemediationSlice(platform, {
      inventory,
      alerts,
      issues,
      queue_views,
      operations,
      configuration,
      server_tools,
      accounts,
      models,
    }),
  )
}
