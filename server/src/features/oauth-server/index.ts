export type { ToolAccess, ToolAddresses, ToolCaller } from './grants/tool-access.ts'
