import type { AgentAction } from '@foyer/contract/remediation/agent-actions'

/** The dialog that an admin has open about a fix. */
export interface OpenDialog {
  action: AgentAction
  what: 'confirm' | 'deny' | 'edit'
}

/** A decided fix closes its own dialog. One about another fix, with a note in it, stays. */
export function dialogAfter(dialog: OpenDialog | null, decided_id: number): OpenDialog | null {
  return dialog?.action.id === decided_id ? null : dialog
}
