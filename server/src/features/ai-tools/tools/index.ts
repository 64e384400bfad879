import type { ToolDefinition } from '../define-tool.ts'

/** Every tool, in the order of 2/4.5. */
export const TOOLS: readonly ToolDefinition[] = []
