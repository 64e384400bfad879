import type { Attention } from '@foyer/contract/attention'

/** Requests waiting for a decision. */
export type PendingCount = number | 'unreadable'

interface Counted {
  kind: 'stuck' | 'pending' | 'issues' | 'access' | 'fixes' | 'proposals' | 'retrying'
  count: number
}

export type AttentionItem =
  | Counted
  | { kind: 'down' | 'webhook'; count: 1; instance_id: string; name: string }
  | { kind: 'backup'; count: 1; problem: NonNullable<Attention['backup_problem']> }
  | { kind: 'ai'; count: 1 }
  /** Not everything could be read, so anything may be wrong. */
  | { kind: 'unreadable'; count: 0 }

/**
 * Everything that needs an admin, most urgent first: unknown, then broken for everybody, then stuck, then waiting for a
 * decision, and last what Foyer retries by itself. Empty only if everything could be read and nothing is left.
 */
export function attentionItems(attention: Attention | undefined, pending: PendingCount): AttentionItem[] {
  const waiting: Counted = { kind: 'pending', count: pending === 'unreadable' ? 0 : pending }
  const items: AttentionItem[] = attention
    ? [...brokenServices(attention), ...brokenParts(attention), waiting, ...decisions(attention)]
    : [waiting]
  const named = items.filter(({ count }) => count > 0)
  const is_known = attention !== undefined && pending !== 'unreadable'
  return is_known ? named : [{ kind: 'unreadable', count: 0 }, ...named]
}

function brokenServices({ services_down, webhooks_lost = [] }: Attention): AttentionItem[] {
  return [
    ...services_down.map(({ instance_id, name }) => ({
      kind: 'down' as const,
      count: 1 as const,
      instance_id,
      name,
    })),
    ...webhooks_lost.map(({ instance_id, name }) => ({
      kind: 'webhook' as const,
      count: 1 as const,
      instance_id,
      name,
    })),
  ]
}

function brokenParts({ stuck_requests, backup_problem, included_ai }: Attention): AttentionItem[] {
  return [
    { kind: 'stuck', count: stuck_requests },
    ...(backup_problem ? [{ kind: 'backup' as const, count: 1 as const, problem: backup_problem }] : []),
    ...(included_ai ? [{ kind: 'ai' as const, count: 1 as const }] : []),
  ]
}

function decisions(attention: Attention): Counted[] {
  return [
    { kind: 'issues', count: attention.issues_waiting },
    { kind: 'access', count: attention.access_asks },
    { kind: 'fixes', count: attention.pending_actions },
    { kind: 'proposals', count: attention.pending_proposals },
    { kind: 'retrying', count: attention.retrying_requests },
  ]
}
