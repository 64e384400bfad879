import { type AiTool, TOOL_HINTS, type ToolHint } from '@foyer/contract/tool-access/ai-tools'
import { matchesWords } from '#lib/match-words.ts'

export const USERS = ['everyone', 'admin_only'] as const
export type ToolUsers = (typeof USERS)[number]

export interface ToolFilter {
  q?: string
  hint?: ToolHint
  for?: ToolUsers
}

export function readToolFilter(search: Record<string, unknown>): ToolFilter {
  const hint = TOOL_HINTS.find(one => one === search['hint'])
  const users = USERS.find(one => one === search['for'])
  // The router parses digits as a number.
  const q = typeof search['q'] === 'number' ? String(search['q']) : search['q']
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(hint && { hint }),
    ...(users && { for: users }),
  }
}

/** `wordsOf` gives the texts that a tool is found by. */
export function filterTools(
  tools: readonly AiTool[],
  filter: ToolFilter,
  wordsOf: (tool: AiTool) => readonly string[],
): AiTool[] {
  return tools.filter(
    tool =>
      (!filter.hint || tool.hint === filter.hint) &&
      (!filter.for || tool.admin_only === (filter.for === 'admin_only')) &&
      matchesWords(filter.q ?? '', wordsOf(tool)),
  )
}
