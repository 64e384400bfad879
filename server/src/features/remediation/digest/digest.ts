import type { AgentDigest } from '@foyer/contract/remediation/remediation'
import type { Db } from '#db/database.ts'
import { iso } from '#kit/clock.ts'
import { DAY_MS } from '#kit/durations.ts'
import { countClosed } from './digest-rules.ts'
import * as store from './digest-store.ts'

/** What happened to issues in the last days, and how things are now (C49). */
export async function readDigest(db: Db, days: number, now: Date): Promise<AgentDigest> {
  const since = iso(now.getTime() - days * DAY_MS)
  const closed = await store.closedSince(db, since)
  const facts = await store.otherFacts(db, since)
  const rule_counts = await store.approvedByRules(db, since)
  return {
    days,
    ...countClosed(closed),
    ...facts,
    rule_approved: rule_counts.reduce((sum, { count }) => sum + count, 0),
    rule_counts,
    generated_at: iso(now),
  }
}
