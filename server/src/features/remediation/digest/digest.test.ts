import type { ClosedIssueStatus, ResolutionKind } from '@foyer/contract/issues/issue'
import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { describeEachEngine } from '#test/engines.ts'
import { seedAction, seedIssue, seedRun } from '#test/seed-remediation.ts'
import { readDigest } from './digest.ts'

const NOW = new Date('2026-11-15T09:00:00.000Z')
const IN_WINDOW = '2026-11-10T09:00:00.000Z'
const BEFORE = '2026-11-08T08:59:59.999Z'
const NOTHING = {
  days: 7,
  issues_opened: 0,
  issues_resolved: 0,
  self_cleared: 0,
  resolved_by_rules: 0,
  resolved_by_agent: 0,
  resolved_by_admin: 0,
  closed_no_fix: 0,
  dismissed: 0,
  zero_touch: 0,
  reporter_closed: 0,
  actions_executed: 0,
  rule_approved: 0,
  tokens_in: 0,
  tokens_out: 0,
  needs_admin_open: 0,
  pending_proposals: 0,
  paused_rules: 0,
  rule_counts: [],
  generated_at: '2026-11-15T09:00:00.000Z',
}

/** Created before the window, closed in it. */
const closed = (
  database: Database,
  resolution_kind: ResolutionKind,
  status: ClosedIssueStatus = 'resolved',
  closed_at = IN_WINDOW,
) => seedIssue(database, { status, resolution_kind, closed_at, created_at: BEFORE })

const byHand = { decided_by: null, decided_at: BEFORE } as const
const byRule = (label: string, decided_at = IN_WINDOW) =>
  ({ auto_rule_id: 3, auto_rule_label: label, decided_at }) as const
const executed = { status: 'executed', executed_at: IN_WINDOW } as const

describeEachEngine('the digest (C49)', open => {
  it('is all zeros where nothing happened', async () => {
    const database = await open()
    expect(await readDigest(database.read, 7, NOW)).toEqual(NOTHING)
  })

  it('counts what was closed in the window, each issue in one lane', async () => {
    const database = await open()
    await closed(database, 'library_state_cleared')
    await closed(database, 'ai_health_restored')
    await closed(database, 'reporter_confirmed')
    await closed(database, 'admin_completed')
    await closed(database, 'agent_concluded')
    const with_rule = await closed(database, 'library_state_cleared')
    await seedAction(database, { issue_id: with_rule, ...executed, ...byRule('One') })
    const with_both = await closed(database, 'agent_concluded')
    await seedAction(database, { issue_id: with_both, ...executed, ...byRule('One') })
    await seedAction(database, { issue_id: with_both, ...executed, ...byHand })
    // The fix was not made, so the problem went away by itself; an admin decided, though.
    const denied = await closed(database, 'library_state_cleared')
    await seedAction(database, { issue_id: denied, status: 'denied', ...byHand })
    await closed(database, 'admin_completed', 'wont_fix')
    await closed(database, 'agent_concluded', 'failed')
    await closed(database, 'admin_dismissed', 'dismissed')
    await closed(database, 'admin_completed', 'resolved', BEFORE)
    expect(await readDigest(database.read, 7, NOW)).toEqual({
      ...NOTHING,
      issues_resolved: 8,
      self_cleared: 3,
      resolved_by_rules: 1,
      resolved_by_agent: 2,
      resolved_by_admin: 1,
      reporter_closed: 1,
      closed_no_fix: 2,
      dismissed: 1,
      // Cleared twice, concluded once, by a rule once.
      zero_touch: 4,
      actions_executed: 3,
      rule_approved: 2,
      rule_counts: [{ label: 'One', count: 2 }],
    })
    expect((await readDigest(database.read, 90, NOW)).resolved_by_admin).toBe(2)
    expect((await readDigest(database.read, 1, NOW)).issues_resolved).toBe(0)
  })

  it('counts actions, rules and tokens of the window, and what waits now', async () => {
    const database = await open()
    const issue_id = await seedIssue(database, { status: 'needs_admin', created_at: BEFORE })
    await seedIssue(database, { status: 'observing', created_at: IN_WINDOW })
    await seedAction(database, { issue_id, ...executed, ...byRule('Busy') })
    await seedAction(database, { issue_id, status: 'failed', ...byRule('Busy') })
    await seedAction(database, { issue_id, status: 'executing', ...byRule('Also') })
    await seedAction(database, { issue_id, ...executed, executed_at: BEFORE, ...byRule('Old', BEFORE) })
    await seedAction(database, { issue_id })
    await seedRun(database, {
      issue_id,
      started_at: IN_WINDOW,
      input_tokens: 2_000_000_000,
      output_tokens: 7,
    })
    await seedRun(database, {
      issue_id,
      started_at: IN_WINDOW,
      input_tokens: 2_000_000_000,
      output_tokens: 5,
    })
    await seedRun(database, { issue_id, started_at: BEFORE, input_tokens: 100, output_tokens: 100 })
    await addRules(database)
    expect(await readDigest(database.read, 7, NOW)).toEqual({
      ...NOTHING,
      issues_opened: 1,
      actions_executed: 1,
      rule_approved: 3,
      rule_counts: [
        { label: 'Busy', count: 2 },
        { label: 'Also', count: 1 },
      ],
      tokens_in: 4_000_000_000,
      tokens_out: 12,
      needs_admin_open: 1,
      pending_proposals: 1,
      paused_rules: 1,
    })
  })
})

/** A paused one and an active one. */
async function addRules(database: Database): Promise<void> {
  const rule = {
    problem_kind: 'stalled',
    action_kind: 'rescan',
    approved_since_pause: 0,
    approved_count: 0,
    resolved_count: 0,
    created_at: BEFORE,
    updated_at: BEFORE,
  } as const
  await database.transaction(tx =>
    tx
      .insertInto('approval_rules')
      .values([
        { ...rule, action_facet: '', status: 'paused' },
        { ...rule, action_facet: 'other', status: 'active' },
      ])
      .execute(),
  )
}
