import type { Role } from '@foyer/contract/permissions'

/** Who acts, and through what. The right to act was checked before. */
export interface Actor {
  user_id: number
  role: Role
  source: 'chat' | 'mcp' | 'remediation' | 'web'
  /** The name the tool client gave itself; empty elsewhere. */
  client_name: string
}

export interface ActionContext {
  actor: Actor
  /** Ends reads and waits. A change that was sent is not cut off, because its outcome would be lost. */
  signal: AbortSignal
  /** Throws when the right to act is gone. Called right before a change is sent (CONTRIBUTING rule 3). */
  confirm(): Promise<void>
  /** Reports how far a slow action is. */
  progress(done: number, total: number, message: string): void
}

/** What came of a change. */
export interface ActionResult {
  /** `outcome_unknown`: the answer was lost, so the change may or may not have been made. It is never repeated. */
  outcome: 'done' | 'outcome_unknown'
  instance: { id: string; name: string }
  /** What was acted on. */
  subject: string
  message: string
  /** What to check or to do next. */
  next_step: string
  /** The command the manager runs in the background. */
  command?: { name: string; id: number }
}
