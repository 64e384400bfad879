import { z } from 'zod'
import { PERMISSIONS } from '../permissions.ts'
import { Time } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'

const ofAdmin = {
  spec: '2:4.8',
  access: 'admin',
  permission: 'ai_tools:manage',
} as const satisfies Partial<RouteDefinition>

/** What a tool does: reads, writes, or writes what cannot be taken back (C54). */
export const TOOL_HINTS = ['read', 'write', 'destructive'] as const
export type ToolHint = (typeof TOOL_HINTS)[number]

export const AiTool = z.object({
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  admin_only: z.boolean(),
  permission: z.enum(PERMISSIONS),
  /** Additive: for the page. */
  title: z.string(),
  hint: z.enum(TOOL_HINTS),
})
export type AiTool = z.infer<typeof AiTool>

/** While on, names, times, outcomes and sizes of tool calls are logged; never their contents. */
export const ToolDebug = z.object({
  enabled: z.boolean(),
  enabled_until: Time.optional(),
  remaining_seconds: z.int(),
})
export type ToolDebug = z.infer<typeof ToolDebug>

export const getAiTools = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/ai-tools',
  summary: 'Every tool of assistants, and whether it is on',
  response: z.object({ tools: z.array(AiTool), debug: ToolDebug }),
})

export const putAiToolDebug = defineRoute({
  ...ofAdmin,
  method: 'PUT',
  path: '/api/admin/ai-tools/debug',
  summary: 'Log tool calls for some hours, without their contents',
  body: z.object({ enabled: z.boolean(), hours: z.int().min(1).max(72).default(1) }),
  response: ToolDebug,
})

export const putAiTool = defineRoute({
  ...ofAdmin,
  method: 'PUT',
  path: '/api/admin/ai-tools/{name}',
  summary: 'Turn a tool on or off, for chat and tool clients at once',
  params: z.object({ name: z.string() }),
  body: z.object({ enabled: z.boolean() }),
  response: AiTool,
  refusals: ['not_found'],
})

/** Additive: what an assistant of the caller can do, and where it connects. */
export const getOwnTools = defineRoute({
  spec: '2:4.5',
  access: 'user',
  permission: 'mcp:access',
  method: 'GET',
  path: '/api/assistants',
  summary: 'What an assistant can do for the caller, and the address it connects to',
  response: z.object({
    mcp_url: z.string(),
    tools: z.array(AiTool.pick({ name: true, title: true, description: true, hint: true })),
  }),
})
