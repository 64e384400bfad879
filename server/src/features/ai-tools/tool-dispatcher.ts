import { permissionsOf, type Role } from '@foyer/contract/permissions'
import { z } from 'zod'
import type { CallRoute } from '#http/call-route.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { ManagerConfiguration } from '#features/manager-configuration/index.ts'
import type { CurrentCaller, RequestFacts } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { ToolCall, ToolDefinition, ToolSource } from './define-tool.ts'
import { errorForModel, TOOL_NOT_AVAILABLE } from './tool-errors.ts'
import { asResult, type ToolResult } from './tool-result.ts'
import type { ToolSwitches } from './tool-switches.ts'

/** Who calls, and over what. The caller is read by the device at every call, never remembered. */
export interface ToolSession {
  device_id: string
  source: ToolSource
  client_name: string
  facts: RequestFacts
  signal: AbortSignal
  progress?: ToolCall['progress']
  previews?: Map<string, unknown>
}

export interface ToolDispatcher {
  /** The tools somebody of this role may use now, over this source. */
  list(role: Role, source: ToolSource): Promise<readonly ToolDefinition[]>
  /** Never throws for a tool's own failure: the result says what a model can do about it. Throws when the session ended. */
  call(name: string, input: unknown, session: ToolSession): Promise<ToolResult>
}

/**
 * The only way to a tool (2:4.5, 2:5.4): permission, switch, input, run, scrubber, in this order. Chat, tool clients
 * and remediation share it.
 */
export function createToolDispatcher(deps: {
  tools: readonly ToolDefinition[]
  switches: ToolSwitches
  currentCaller: CurrentCaller
  callRoute: CallRoute
  operations: LibraryOperations
  configuration: ManagerConfiguration
  scrubber: Scrubber
  clock: Clock
}): ToolDispatcher {
  const { tools, switches, currentCaller, callRoute, operations, configuration, scrubber, clock } = deps
  const byName = new Map(tools.map(tool => [tool.name, tool]))

  async function mayUse(tool: ToolDefinition, role: Role, source: ToolSource): Promise<boolean> {
    const isPermitted = permissionsOf(role).includes(tool.permission)
    const isOffered = tool.sources?.includes(source) ?? true
    return isPermitted && isOffered && (await switches.isEnabled(tool.name))
  }

  async function run(tool: ToolDefinition, input: unknown, session: ToolSession): Promise<ToolResult> {
    const { device_id, facts, progress, previews } = session
    const caller = await currentCaller({ device_id })
    if (!(await mayUse(tool, caller.role, session.source))) return TOOL_NOT_AVAILABLE
    try {
      const parsed = z.parse(tool.input, input)
      const output = await tool.run(parsed, {
        ...session,
        caller,
        call: (route, given) => callRoute(route, given, { caller, facts }),
        operations,
        configuration,
        progress: progress ?? (() => undefined),
        previews: previews ?? null,
      })
      const result = asResult(scrubber.scrubValue(z.parse(tool.output, output)))
      // 1:1.4: the person may have lost the right while another service answered.
      const now = await currentCaller({ device_id })
      return (await mayUse(tool, now.role, session.source)) ? result : TOOL_NOT_AVAILABLE
    } catch (error) {
      return errorForModel(error, scrubber)
    }
  }

  return {
    async list(role, source) {
      const usable: ToolDefinition[] = []
      for (const tool of tools) if (await mayUse(tool, role, source)) usable.push(tool)
      return usable
    },

    async call(name, input, session) {
      const tool = byName.get(name)
      if (!tool) return TOOL_NOT_AVAILABLE
      const began_ms = clock.now().getTime()
      const result = await run(tool, input, session)
      await switches.logCall({
        tool: name,
        source: session.source,
        ok: result.ok,
        ms: clock.now().getTime() - began_ms,
        input_bytes: JSON.stringify(input ?? null).length,
        output_bytes: result.text.length,
      })
      return result
    },
  }
}
