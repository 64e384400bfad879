import * as routes from '@foyer/contract/tool-access/ai-tools'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { ManagerConfiguration } from '#features/manager-configuration/index.ts'
import type { ToolAccess } from '#features/oauth-server/index.ts'
import { bind } from '#http/bind.ts'
import type { CallRoute } from '#http/call-route.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import type { ToolDefinition } from './define-tool.ts'
import { createToolDispatcher } from './tool-dispatcher.ts'
import type { ToolSwitches } from './tool-switches.ts'
import { TOOLS } from './tools/index.ts'

interface Needs {
  callRoute: CallRoute
  operations: LibraryOperations
  configuration: ManagerConfiguration
  tool_access: ToolAccess
  /** In place of the product's own, for tests. */
  tools: readonly ToolDefinition[] | undefined
}

function unavailable(): never {
  throw new Refusal('unavailable')
}

/** The tools of assistants: one list, one dispatcher, for tool clients and chat. */
export function createAiToolsSlice(platform: Platform, needs: Needs) {
  const switches: ToolSwitches = { isEnabled: async () => true, logCall: async () => undefined }
  const dispatcher = createToolDispatcher({
    ...platform,
    ...needs,
    tools: needs.tools ?? TOOLS,
    switches,
    currentCaller: createCurrentCaller(platform.database),
  })
  return {
    api: { dispatcher },
    routes: [
      bind(routes.getAiTools).to(unavailable),
      bind(routes.putAiTool).to(unavailable),
      bind(routes.putAiToolDebug).to(unavailable),
      bind(routes.getOwnTools).to(unavailable),
    ],
  }
}
