import { permissionsOf } from '@foyer/contract/permissions'
import * as routes from '@foyer/contract/tool-access/ai-tools'
import { type Binding, bind } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ToolDefinition } from './define-tool.ts'
import type { ToolDispatcher } from './tool-dispatcher.ts'
import type { ToolSwitches } from './tool-switches.ts'

export interface AiToolRouteParts {
  tools: readonly ToolDefinition[]
  switches: ToolSwitches
  dispatcher: Pick<ToolDispatcher, 'list'>
  /** The address of the tools, as a request sees this server. */
  mcpUrlAt(origin: string): string
}

export function aiToolRoutes({ tools, switches, dispatcher, mcpUrlAt }: AiToolRouteParts): Binding[] {
  return [
    bind(routes.getAiTools).to(async () => {
      const { disabled } = await switches.read()
      return {
        tools: tools.map(tool => present(tool, !disabled.has(tool.name))),
        debug: await switches.debug(),
      }
    }),
    bind(routes.putAiToolDebug).to(({ body }) => switches.setDebug(body)),
    bind(routes.putAiTool).to(async ({ params, body }) => {
      const tool = tools.find(({ name }) => name === params.name)
      if (!tool) throw new Refusal('not_found')
      await switches.setEnabled(tool.name, body.enabled)
      return present(tool, body.enabled)
    }),
    bind(routes.getOwnTools).to(async ({ caller, facts }) => ({
      mcp_url: mcpUrlAt(facts.origin),
      tools: [...(await dispatcher.list(caller.role, 'mcp'))],
    })),
  ]
}

function present(tool: ToolDefinition, enabled: boolean): routes.AiTool {
  const { name, title, description, permission, hint } = tool
  const admin_only = !permissionsOf('user').includes(permission)
  return { name, title, description, enabled, admin_only, permission, hint }
}
