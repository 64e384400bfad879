import type { Permission } from '@foyer/contract/permissions'
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import {
  inputSchemaOf,
  outputSchemaOf,
  type ToolDefinition,
  type ToolResult,
} from '#features/ai-tools/index.ts'

/** Their tools ask services outside of this household: catalogues, indexers. */
const ASKS_THE_WORLD: readonly Permission[] = ['media:discover', 'library:search']

const described = new WeakMap<ToolDefinition, Tool>()

/** A tool as the protocol lists it. Made once: schemas of forty tools are expensive. */
export function describeTool(tool: ToolDefinition): Tool {
  const known = described.get(tool)
  if (known) return known
  const { name, title, description, permission, hint } = tool
  const listed: Tool = {
    name,
    title,
    description,
    inputSchema: inputSchemaOf(tool) as Tool['inputSchema'],
    outputSchema: outputSchemaOf(tool),
    annotations: {
      title,
      // C54. Without them a client assumes that a tool destroys something.
      readOnlyHint: hint === 'read',
      destructiveHint: hint === 'destructive',
      idempotentHint: hint === 'read',
      openWorldHint: ASKS_THE_WORLD.includes(permission),
    },
  }
  described.set(tool, listed)
  return listed
}

/** The same data for programs and, as text, for models; or a sentence that says what went wrong, with its code. */
export function callResult(result: ToolResult): CallToolResult {
  if (result.ok)
    return { content: [{ type: 'text', text: result.text }], structuredContent: result.structured }
  return { isError: true, content: [{ type: 'text', text: result.text }] }
}
