export type { ToolAccess, ToolCaller } from './tool-access.ts'
