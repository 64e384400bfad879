export type { ToolAccess, ToolAddresses, ToolCaller } from './tool-access.ts'
