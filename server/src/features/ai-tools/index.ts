export type { ToolDefinition } from './define-tool.ts'
export type { ToolDispatcher, ToolSession } from './tool-dispatcher.ts'
export type { ToolResult } from './tool-result.ts'
