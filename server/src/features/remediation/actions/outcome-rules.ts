import { REMEDIATION_SENTENCES } from '@foyer/contract/remediation/sentences'
import { MINUTE_MS } from '#kit/durations.ts'
import type { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Evidence } from './reconcile-action.ts'

/** Longer than a manager takes to show a change in its queue, which it refreshes once a minute. */
const SETTLED_MS = 3 * MINUTE_MS
/** With the backoff of jobs, for about two hours. */
const MAX_LOOKS = 8

interface Verdict {
  end: { status: 'executed' | 'failed' | 'outcome_unknown'; text: string }
  looks_again: boolean
}

/** What is known about a change that was sent and not confirmed. It is never sent again. */
export function verdictOf(
  evidence: Evidence,
  { waited_ms, look }: { waited_ms: number; look: number },
): Verdict {
  if (evidence === 'done')
    return {
      end: { status: 'executed', text: REMEDIATION_SENTENCES.done_without_answer },
      looks_again: false,
    }
  if (evidence === 'not_done' && waited_ms >= SETTLED_MS)
    return {
      end: { status: 'failed', text: REMEDIATION_SENTENCES.not_done },
      looks_again: false,
    }
  return {
    end: {
      status: 'outcome_unknown',
      text: REMEDIATION_SENTENCES.maybe_done,
    },
    looks_again: look < MAX_LOOKS,
  }
}

/** Whether a failed change certainly did not happen: nothing was sent, or the manager said no. */
export function isDefinite({ kind, status }: Pick<UpstreamFault, 'kind' | 'status'>): boolean {
  if (kind === 'outcome_unknown') return false
  return status === undefined || (status >= 300 && status < 500)
}
