import type { SettingsChange } from '@foyer/contract/tool-access/settings-changes'
import { z } from 'zod'

/** What came of a write, for a model: the history has the same row (2:4.8). */
export const ChangeResult = {
  change_id: z.int().optional(),
  status: z.enum(['applied', 'failed', 'outcome_unknown', 'unchanged']),
  summary: z.string(),
  message: z.string(),
}

const MESSAGES: Record<SettingsChange['status'], string> = {
  applied: 'The change was applied. It is in the configuration history.',
  failed: 'The change was not applied.',
  outcome_unknown:
    'It is not known whether the change was applied. Do not repeat it. Read the current settings and compare.',
  executing: 'It is not known yet whether the change was applied. Do not repeat it.',
}

export function changeResult({ id, status, summary, error_text }: SettingsChange) {
  const message = status === 'failed' && error_text !== undefined ? error_text : MESSAGES[status]
  return {
    change_id: id,
    status: status === 'executing' ? ('outcome_unknown' as const) : status,
    summary,
    message,
  }
}

/** How the history names the place a tool was called from. */
export function sourceOf(source: 'chat' | 'mcp'): SettingsChange['source'] {
  return source === 'chat' ? 'in_app_chat' : 'external_mcp'
}
