import { CLOSED_ISSUE_STATUSES, RESOLUTION_KINDS } from '@foyer/contract/issues/issue'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClosedGroup, countClosed, originOf } from './digest-rules.ts'

const plain: ClosedGroup = {
  status: 'resolved',
  resolution_kind: 'library_state_cleared',
  fixed_by_rule: false,
  fixed_by_hand: false,
  decided_by_hand: false,
  count: 1,
}

const group: fc.Arbitrary<ClosedGroup> = fc.record({
  status: fc.constantFrom(...CLOSED_ISSUE_STATUSES),
  resolution_kind: fc.constantFrom(...RESOLUTION_KINDS),
  fixed_by_rule: fc.boolean(),
  fixed_by_hand: fc.boolean(),
  decided_by_hand: fc.boolean(),
  count: fc.integer({ min: 0, max: 1000 }),
})

describe('the lanes of the digest (C49)', () => {
  it.each([
    ['itself', {}],
    ['rules', { fixed_by_rule: true }],
    ['agent', { fixed_by_hand: true, decided_by_hand: true }],
    ['agent', { fixed_by_rule: true, fixed_by_hand: true, decided_by_hand: true }],
    ['agent', { resolution_kind: 'agent_concluded' }],
    ['rules', { resolution_kind: 'agent_concluded', fixed_by_rule: true }],
    ['admin', { resolution_kind: 'admin_completed', fixed_by_rule: true }],
    ['reporter', { resolution_kind: 'reporter_confirmed', fixed_by_hand: true }],
    ['itself', { resolution_kind: 'ai_health_restored' }],
    ['itself', { resolution_kind: 'library_state_cleared', decided_by_hand: true }],
  ] as const)('says %s for %j', (origin, change) => {
    expect(originOf({ ...plain, ...change })).toBe(origin)
  })

  it('are disjoint, and with the remainder are all that was resolved', () => {
    fc.assert(
      fc.property(fc.array(group), groups => {
        const { issues_resolved, zero_touch, closed_no_fix, dismissed, ...parts } = countClosed(groups)
        const lanes = parts.resolved_by_rules + parts.resolved_by_agent + parts.resolved_by_admin
        expect(lanes).toBeLessThanOrEqual(issues_resolved)
        expect(lanes + parts.self_cleared + parts.reporter_closed).toBe(issues_resolved)
        expect(zero_touch).toBeLessThanOrEqual(
          issues_resolved - parts.resolved_by_admin - parts.reporter_closed,
        )
        const total = groups.reduce((sum, { count }) => sum + count, 0)
        expect(issues_resolved + closed_no_fix + dismissed).toBe(total)
      }),
    )
  })

  it('count each resolved issue in exactly one place', () => {
    fc.assert(
      fc.property(group, one => {
        const counted = countClosed([{ ...one, status: 'resolved', count: 1 }])
        const { resolved_by_rules, resolved_by_agent, resolved_by_admin } = counted
        const { self_cleared, reporter_closed } = counted
        const places = [
          resolved_by_rules,
          resolved_by_agent,
          resolved_by_admin,
          self_cleared,
          reporter_closed,
        ]
        expect(places.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 1])
      }),
    )
  })

  it('never call an issue resolved that was closed without a fix', () => {
    const none = countClosed([])
    expect(new Set(Object.values(none))).toEqual(new Set([0]))
    expect(
      countClosed([
        { ...plain, status: 'wont_fix', resolution_kind: 'admin_completed', count: 2 },
        { ...plain, status: 'failed', resolution_kind: 'agent_concluded', count: 3 },
        { ...plain, status: 'dismissed', resolution_kind: 'admin_dismissed', count: 4 },
      ]),
    ).toEqual({ ...none, closed_no_fix: 5, dismissed: 4 })
  })

  it('touch nobody where no admin and no reporter decided', () => {
    const zeroTouch = (change: Partial<ClosedGroup>) => countClosed([{ ...plain, ...change }]).zero_touch
    expect(zeroTouch({})).toBe(1)
    expect(zeroTouch({ fixed_by_rule: true })).toBe(1)
    expect(zeroTouch({ resolution_kind: 'agent_concluded' })).toBe(1)
    expect(zeroTouch({ resolution_kind: 'agent_concluded', decided_by_hand: true })).toBe(0)
    expect(zeroTouch({ resolution_kind: 'admin_completed' })).toBe(0)
    expect(zeroTouch({ resolution_kind: 'reporter_confirmed' })).toBe(0)
  })
})
