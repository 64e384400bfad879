import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import type { ToolResult, ToolSession } from '#features/ai-tools/index.ts'
import type { TestAnswer, TestApp } from './app.ts'

/** How a tool is called beside its input; a tool client unless said otherwise. */
export type ToolCallOptions = Partial<Pick<ToolSession, 'source' | 'signal' | 'progress' | 'previews'>>

/** Calls a tool on the dispatcher of the whole server, as an assistant of this person would. */
export async function callTool(
  app: Pick<TestApp, 'tools'>,
  { device_id }: Pick<TokenResponse, 'device_id'>,
  name: string,
  input: unknown = {},
  options: ToolCallOptions = {},
): Promise<ToolResult> {
  return app.tools.call(name, input, {
    device_id,
    source: 'mcp',
    client_name: 'Test client',
    facts: { id: 'test-call', ip: '192.0.2.1', origin: 'http://localhost', user_agent: 'test' },
    signal: new AbortController().signal,
    ...options,
  })
}

/** The structured result of a tool that must succeed; anything else fails the test. */
export async function toolResult(...call: Parameters<typeof callTool>): Promise<TestAnswer['body']> {
  const result = await callTool(...call)
  if (!result.ok) throw new Error(`${call[2]} answered ${result.code}: ${result.text}`)
  return result.structured
}

/** The code of a tool that must fail. */
export async function toolRefusal(...call: Parameters<typeof callTool>): Promise<string> {
  const result = await callTool(...call)
  if (result.ok) throw new Error(`${call[2]} answered ${result.text}`)
  return result.code
}
