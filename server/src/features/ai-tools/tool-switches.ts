import type { ToolSource } from './define-tool.ts'

/** What debug mode logs of a call: never its contents (2:4.8). */
export interface LoggedCall {
  tool: string
  source: ToolSource
  ok: boolean
  ms: number
  input_bytes: number
  output_bytes: number
}

/** Which tools are on, and whether calls are logged. Saved, and the same on every process. */
export interface ToolSwitches {
  isEnabled(name: string): Promise<boolean>
  logCall(call: LoggedCall): Promise<void>
}
