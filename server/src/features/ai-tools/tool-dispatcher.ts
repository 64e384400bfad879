import { permissionsOf, type Role } from '@foyer/contract/permissions'
import type { CallInput, RouteDefinition, RouteResult } from '@foyer/contract/route'
import type { z } from 'zod'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { ManagerConfiguration } from '#features/manager-configuration/index.ts'
import type { Caller, CurrentCaller, RequestFacts } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { ToolCall, ToolDefinition, ToolSource } from './define-tool.ts'
import { errorForModel, TOOL_NOT_AVAILABLE } from './tool-errors.ts'
import { asResult, failure, type ToolResult } from './tool-result.ts'
import { parseOutput } from './tool-schema.ts'
import { isDebugging, type ToolSwitches } from './tool-switches.ts'

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
  /**
   * Never throws for a tool's own failure: the result says what a model can do about it. Throws when the session ended.
   */
  call(name: string, input: unknown, session: ToolSession): Promise<ToolResult>
}

/** Calls a route of this server as somebody, with the same checks and the same handler as over HTTP. */
type CallRoute = <R extends RouteDefinition>(
  route: R,
  input: CallInput<R>,
  as: { caller: Caller; facts: RequestFacts; signal: AbortSignal },
) => Promise<RouteResult<R>>

export interface DispatcherParts {
  tools: readonly ToolDefinition[]
  switches: Pick<ToolSwitches, 'read'>
  currentCaller: CurrentCaller
  callRoute: CallRoute
  /** Refuses input in the words of the routes. */
  parseInput(schema: z.core.$ZodType, value: unknown): unknown
  /** Every error as the routes would answer it. */
  asRefusal(error: unknown): Refusal
  operations: LibraryOperations
  configuration: ManagerConfiguration
  scrubber: Scrubber
  clock: Clock
  log: Log
}

const CANCELLED = failure('cancelled', 'The call was cancelled.')

/**
 * The only way to a tool (2:4.5, 2:5.4): live caller, permission, switch, input, run, output schema, scrubber, and the
 * caller again, in this order. Chat, tool clients and remediation share it.
 */
export function createToolDispatcher(parts: DispatcherParts): ToolDispatcher {
  const { tools, switches, currentCaller, callRoute, scrubber, clock, log } = parts
  const byName = new Map(tools.map(tool => [tool.name, tool]))

  function explain(error: unknown, tool: ToolDefinition, { signal }: ToolSession): ToolResult {
    if (isSessionOver(error)) throw error
    if (signal.aborted && error === signal.reason) return CANCELLED
    const result = errorForModel(error, parts)
    if (result.code === 'internal') log.error({ tool: tool.name, err: error }, 'a tool failed')
    return result
  }

  async function runTool(
    tool: ToolDefinition,
    input: unknown,
    session: ToolSession,
    caller: Caller,
  ): Promise<ToolResult> {
    const { facts, signal, progress, previews } = session
    const { operations, configuration } = parts
    try {
      // The schema is the tool's own, so the parsed input has the type that `run` expects.
      const parsed = parts.parseInput(tool.input, input ?? {}) as Record<string, unknown>
      const output = await tool.run(parsed, {
        ...session,
        caller,
        call: (route, given) => callRoute(route, given, { caller: inEnglish(caller), facts, signal }),
        operations,
        configuration,
        confirm: async () => {
          const now = await currentCaller(session)
          const isOff = (await switches.read()).disabled.has(tool.name)
          if (isOff || !isFor(tool, now.role, session.source)) throw new Refusal('forbidden')
        },
        progress: progress ?? (() => undefined),
        previews: previews ?? null,
      })
      return asResult(scrubber.scrubValue(parseOutput(tool, output)))
    } catch (error) {
      return explain(error, tool, session)
    }
  }

  async function run(tool: ToolDefinition, input: unknown, session: ToolSession): Promise<ToolResult> {
    const { device_id, source } = session
    try {
      const caller = await currentCaller({ device_id })
      if (!isFor(tool, caller.role, source)) return TOOL_NOT_AVAILABLE
      if ((await switches.read()).disabled.has(tool.name)) return TOOL_NOT_AVAILABLE
      if (session.signal.aborted) return CANCELLED
      const result = await runTool(tool, input, session, caller)
      // 2:4.6.7: the person may have lost the right while another service answered.
      const now = await currentCaller({ device_id })
      return isFor(tool, now.role, source) ? result : TOOL_NOT_AVAILABLE
    } catch (error) {
      return explain(error, tool, session)
    }
  }

  /** Debug mode (2:4.8): names, times, outcomes and sizes; never contents. */
  async function logCall(
    tool: ToolDefinition,
    call: { input: unknown; source: ToolSource; began_ms: number },
    result: ToolResult,
  ): Promise<void> {
    if (!isDebugging(await switches.read(), clock.now())) return
    const fields = {
      tool: tool.name,
      source: call.source,
      status: result.ok ? 'ok' : result.code,
      ms: Math.round(clock.monotonicMs() - call.began_ms),
      input_bytes: Buffer.byteLength(JSON.stringify(call.input ?? {})),
      output_bytes: Buffer.byteLength(result.text),
    }
    log.info(fields, 'a tool was called')
  }

  return {
    async list(role, source) {
      const { disabled } = await switches.read()
      return tools.filter(tool => isFor(tool, role, source) && !disabled.has(tool.name))
    },

    async call(name, input, session) {
      const tool = byName.get(name)
      if (!tool) return TOOL_NOT_AVAILABLE
      const began_ms = clock.monotonicMs()
      const result = await run(tool, input, session)
      await logCall(tool, { input, source: session.source, began_ms }, result).catch((err: unknown) =>
        log.warn({ tool: name, err }, 'a tool call could not be logged'),
      )
      return result
    },
  }
}

function isFor({ permission, sources }: ToolDefinition, role: Role, source: ToolSource): boolean {
  return permissionsOf(role).includes(permission) && (sources?.includes(source) ?? true)
}

/** 2:5.4: a session that ended also ends the turn; the model is not told of it. */
function isSessionOver(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'session_revoked' || error.code === 'unauthorized')
}

/** C58: a model compares titles and refers to stored ones, which are English. */
function inEnglish(caller: Caller): Caller {
  return { ...caller, language: 'en' }
}
