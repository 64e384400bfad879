import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { Issues } from './issue.ts'
import { issueRoutes } from './issue-routes.ts'

interface Needs {
  inventory: Inventory
  kids: TitleGate
  alerts: Alerts
}

/** Reports of people and detected problems, with their threads. */
export function createIssuesSlice(
  platform: Platform,
  _needs: Needs,
): { api: { issues: Issues }; routes: ReturnType<typeof issueRoutes> } {
  platform.hooks.aiHealthChanged.on('issues', async () => {})
  return { api: { issues: {} as Issues }, routes: issueRoutes() }
}
