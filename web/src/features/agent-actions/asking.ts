import type { AgentAction } from '@foyer/contract/remediation/agent-actions'

/** The question that an admin has open about a fix. */
export interface Asking {
  action: AgentAction
  what: 'confirm' | 'deny' | 'edit'
}

/** A decided fix closes its own question. One about another fix, with a note in it, stays. */
export function askingAfter(asking: Asking | null, decided_id: number): Asking | null {
  return asking?.action.id === decided_id ? null : asking
}
