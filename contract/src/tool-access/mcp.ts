import { defineRoute, type RouteDefinition } from '../route.ts'

/** The Model Context Protocol over Streamable HTTP (2:4.5). The bodies are JSON-RPC; the protocol describes them. */
const common = {
  spec: '2:4.5',
  access: 'oauth',
  permission: 'mcp:access',
  kind: 'stream',
  path: '/mcp',
} as const satisfies Partial<RouteDefinition>

export const postMcp = defineRoute({
  ...common,
  method: 'POST',
  summary: 'Send messages of the Model Context Protocol',
  raw_body: true,
})

export const getMcp = defineRoute({
  ...common,
  method: 'GET',
  summary: 'Listen to the messages of a session',
})

export const deleteMcp = defineRoute({
  ...common,
  method: 'DELETE',
  summary: 'End a session',
})

/** The preflight of a browser. It has no token, so it is answered by the origin alone. */
export const optionsMcp = defineRoute({
  spec: '2:4.5',
  access: 'public',
  kind: 'stream',
  path: '/mcp',
  method: 'OPTIONS',
  summary: 'Ask whether a page of this origin may use the tools',
})
