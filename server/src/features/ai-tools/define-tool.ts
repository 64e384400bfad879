import type { Permission } from '@foyer/contract/permissions'
import type { CallInput, RouteDefinition, RouteResult } from '@foyer/contract/route'
import type { ToolHint } from '@foyer/contract/tool-access/ai-tools'
import type { z } from 'zod'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { ManagerConfiguration } from '#features/manager-configuration/index.ts'
import type { Caller } from '#kit/caller.ts'

/** Where a tool is called from. Both lead through the same dispatcher. */
export type ToolSource = 'chat' | 'mcp'

/** Everything a tool may use while it runs. */
export interface ToolCall {
  /** Identified a moment ago, and identified again before the result leaves. */
  caller: Caller
  source: ToolSource
  /** The name the tool client gave itself; empty in chat. */
  client_name: string
  /** Calls a route of this server as the caller: the permissions, rules and limits of the person hold. */
  call<R extends RouteDefinition>(route: R, input: CallInput<R>): Promise<RouteResult<R>>
  operations: LibraryOperations
  configuration: ManagerConfiguration
  /** Ends when the client cancels or leaves. */
  signal: AbortSignal
  /** Throws when the person has lost the right to this tool. Called right before something is changed (2:4.6.7). */
  confirm(): Promise<void>
  /** Reports how far a slow tool is. */
  progress(done: number, total: number, message: string): void
  /** Previews of this chat turn, by their reference; a tool client has none (2/4.8). */
  previews: Map<string, unknown> | null
}

export interface ToolDefinition<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  name: string
  /** For people. */
  title: string
  /** For the model: what it does, when to use it, what to do next. */
  description: string
  permission: Permission
  hint: ToolHint
  /** Both by default. */
  sources?: readonly ToolSource[]
  input: Input
  /** The structured result. It is parsed on the way out, so an unlisted field cannot leak. */
  output: Output
  run(input: z.output<Input>, call: ToolCall): Promise<z.input<Output>>
}

/** Tools are data: the list of them is known without a running server. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolDefinition<Input, Output>,
): ToolDefinition {
  // Input is parsed by this tool's schema before it runs, so the narrower type holds.
  return tool
}
