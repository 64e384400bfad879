import type { AgentDigest } from '@foyer/contract/remediation/remediation'

export const LANES = ['rules', 'agent', 'admin', 'on_their_own'] as const
export type Lane = (typeof LANES)[number]

/** C49: the lanes are disjoint parts of what was resolved; the remainder resolved on its own. */
export function lanesOf(digest: AgentDigest): { lane: Lane; count: number; share: number }[] {
  const { issues_resolved: total, resolved_by_rules, resolved_by_agent, resolved_by_admin } = digest
  const counts: Record<Lane, number> = {
    rules: resolved_by_rules,
    agent: resolved_by_agent,
    admin: resolved_by_admin,
    on_their_own: Math.max(total - resolved_by_rules - resolved_by_agent - resolved_by_admin, 0),
  }
  return LANES.map(lane => ({
    lane,
    count: counts[lane],
    share: total > 0 ? counts[lane] / total : 0,
  }))
}
