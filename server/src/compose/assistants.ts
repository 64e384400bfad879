import type { AiAccounts } from '#features/ai-accounts/index.ts'
import type { AiModels } from '#features/ai-models/index.ts'
import type { ToolDefinition } from '#features/ai-tools/index.ts'
import { createAiToolsSlice } from '#features/ai-tools/slice.ts'
import { createChatSlice } from '#features/chat/slice.ts'
import type { Inventory } from '#features/instances/index.ts'
import { createLibraryOperationsSlice } from '#features/library-operations/slice.ts'
import type { LibraryStatus } from '#features/library-status/index.ts'
import { createManagerConfigurationSlice } from '#features/manager-configuration/slice.ts'
import { createMcpSlice } from '#features/mcp/slice.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { ToolAccess } from '#features/oauth-server/index.ts'
import { createTitleToolsSlice } from '#features/title-tools/slice.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import { createCallRoute } from '#http/call-route.ts'
import type { Platform } from '#platform/platform.ts'
import type { CollectedSlices } from './slices.ts'

type OperationsNeeds = Parameters<typeof createLibraryOperationsSlice>[1]

interface Needs {
  inventory: Inventory
  tv_matches: TvMatches
  title_records: OperationsNeeds['title_records']
  work_records: OperationsNeeds['work_records']
  library_status: LibraryStatus
  alerts: Alerts
  ports: Parameters<typeof createManagerConfigurationSlice>[1]['ports']
  tool_access: ToolAccess
  /** In place of the product's own, for tests. */
  tools: readonly ToolDefinition[] | undefined
  accounts: AiAccounts
  models: AiModels
}

/** What admins and models do in libraries, and the ways by which models ask for it (2:4.5–2:4.8). */
export function addAssistants(platform: Platform, { add, routes }: CollectedSlices, needs: Needs) {
  const { inventory, tv_matches, title_records, work_records, library_status } = needs
  const { alerts, ports, tool_access, tools, accounts, models } = needs
  const { operations } = add(
    createLibraryOperationsSlice(platform, { inventory, tv_matches, title_records, work_records }),
  )
  add(createTitleToolsSlice(platform, { operations, library_status }))
  const { configuration } = add(createManagerConfigurationSlice(platform, { inventory, alerts, ports }))
  const callRoute = createCallRoute(routes)
  const { dispatcher, server_tools, onToolsChanged } = add(
    createAiToolsSlice(platform, { callRoute, operations, configuration, tool_access, tools }),
  )
  add(createMcpSlice(platform, { dispatcher, onToolsChanged, tool_access }))
  add(createChatSlice(platform, { accounts, models, dispatcher }))
  return { operations, configuration, dispatcher, server_tools }
}
