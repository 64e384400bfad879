import { createCurrentCaller } from '#features/sessions/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { ManagerConfiguration } from '#features/manager-configuration/index.ts'
import type { ToolAccess } from '#features/oauth-server/index.ts'
import type { CallRoute } from '#http/call-route.ts'
import { asRefusal } from '#http/errors.ts'
import { parseInput } from '#http/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { aiToolRoutes } from './ai-tool-routes.ts'
import type { ToolDefinition } from './define-tool.ts'
import { createServerTools } from './server-tools.ts'
import { createToolChanges } from './tool-changes.ts'
import { createToolDispatcher } from './tool-dispatcher.ts'
import { createToolSwitches } from './tool-switches.ts'
import { TOOLS } from './tools/index.ts'

interface Needs {
  callRoute: CallRoute
  operations: LibraryOperations
  configuration: ManagerConfiguration
  tool_access: ToolAccess
  /** In place of the product's own, for tests. */
  tools: readonly ToolDefinition[] | undefined
}

/** The tools of assistants: one list, one dispatcher, for tool clients and chat. */
export function createAiToolsSlice(platform: Platform, needs: Needs) {
  const { events, hooks, database } = platform
  const { tool_access } = needs
  const tools = needs.tools ?? TOOLS
  const changes = createToolChanges(platform.broadcast)
  const switches = createToolSwitches({
    ...platform,
    async changed(tx) {
      await changes.send(tx, { user_id: null })
      await events.publish(tx, { type: 'config_changed', data: {} }, { to: 'everyone' })
    },
  })
  hooks.roleChanged.on('ai-tools', (tx, user_id) => changes.send(tx, { user_id }))
  const dispatcher = createToolDispatcher({
    ...platform,
    ...needs,
    tools,
    switches,
    parseInput,
    asRefusal,
    currentCaller: createCurrentCaller(database),
  })
  return {
    api: {
      dispatcher,
      /** Reads of one library, for work of the server itself. */
      server_tools: createServerTools({ ...platform, ...needs, tools, parseInput, asRefusal }),
      /** Reports, on every process, whose list of tools may have changed. */
      onToolsChanged: changes.on,
    },
    routes: aiToolRoutes({
      tools,
      switches,
      dispatcher,
      mcpUrlAt: origin => tool_access.addressesAt(origin).mcp_url,
    }),
  }
}
