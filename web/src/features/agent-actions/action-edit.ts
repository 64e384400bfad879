import type { ActionKind, AgentAction } from '@foyer/contract/remediation/agent-actions'
import type { Override } from './api.ts'

/** 2/4.5: what can become of a download. */
export const QUEUE_ACTIONS = ['remove', 'blocklist_search', 'blocklist_only', 'change_category'] as const
export type QueueAction = (typeof QUEUE_ACTIONS)[number]

/** The one value of a fix that an admin may change; everything else is bound to what was proposed. */
const EDITABLE: Partial<Record<ActionKind, 'action' | 'force' | 'blocklist'>> = {
  remediate_queue: 'action',
  manual_import: 'force',
  delete_media_files: 'blocklist',
}

export function editableOf(action: Pick<AgentAction, 'kind'>) {
  return EDITABLE[action.kind]
}

/** Only what differs is sent; undefined: it is approved as proposed. */
export function overrideOf(
  action: Pick<AgentAction, 'kind' | 'params'>,
  value: QueueAction | boolean,
): Override | undefined {
  const name = editableOf(action)
  if (!name) return undefined
  const before = typeof value === 'boolean' ? action.params[name] === true : action.params[name]
  return before === value ? undefined : { [name]: value }
}
