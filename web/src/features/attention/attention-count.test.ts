import type { Attention } from '@foyer/contract/attention'
import { expect, it } from 'vitest'
import { countAll, countBadges, isCalm } from './attention-count.ts'

const CALM: Attention = {
  services_down: [],
  stuck_requests: 0,
  retrying_requests: 0,
  pending_proposals: 0,
  access_asks: 0,
  issues_waiting: 0,
  issues_unread: 0,
  pending_actions: 0,
  included_ai: null,
}
const DOWN = {
  instance_id: 'in_a',
  service_type: 'movie_manager',
  name: 'Movies',
  category: 'timeout',
} as const

const FAILING_AI = {
  category: 'invalid_credentials',
  failing_since: '2026-11-15T09:00:00Z',
  last_checked_at: '2026-11-16T09:00:00Z',
} as const

const OVERDUE = { reason: 'overdue', last_at: null } as const

it('the navigation counts pending decisions, stuck requests, people who ask for access, services that are down, proposed changes and fixes, unread issues, a failing AI profile and missing backups', () => {
  expect(countBadges({ pending: 2, unread: 1, unread_reports: 3, attention: undefined })).toEqual({
    '/approvals': 2,
    '/users': 0,
    '/instances': 0,
    '/settings': 0,
    '/inbox': 1,
    '/issues': 3,
  })
  const attention = {
    services_down: [DOWN],
    webhooks_lost: [{ instance_id: 'in_b', name: 'Shows', state: 'missing' as const }],
    stuck_requests: 3,
    retrying_requests: 4,
    pending_proposals: 2,
    access_asks: 1,
    issues_waiting: 5,
    issues_unread: 4,
    pending_actions: 6,
    included_ai: FAILING_AI,
    backup_problem: OVERDUE,
  }
  expect(countBadges({ pending: 2, unread: 0, unread_reports: 0, attention })).toMatchObject({
    '/approvals': 5,
    '/users': 1,
    '/instances': 2,
    '/settings': 10,
    '/issues': 5,
  })
})

it('the navigation counts as many as Home names, without those that Foyer retries by itself', () => {
  const lost = { instance_id: 'in_b', name: 'Shows', state: 'missing' } as const
  const one: Attention = {
    services_down: [DOWN],
    webhooks_lost: [lost],
    stuck_requests: 1,
    retrying_requests: 0,
    pending_proposals: 1,
    access_asks: 1,
    issues_waiting: 1,
    issues_unread: 0,
    pending_actions: 1,
    included_ai: FAILING_AI,
    backup_problem: OVERDUE,
  }
  const badges = countBadges({ pending: 0, unread: 0, unread_reports: 0, attention: one })
  expect(Object.values(badges).reduce((sum, count) => sum + count, 0)).toBe(countAll(one))
})

it('Home counts everything it names', () => {
  expect(countAll(CALM)).toBe(0)
  const lost = { instance_id: 'in_a', name: 'Movies', state: 'disabled' } as const
  expect(countAll({ ...CALM, services_down: [DOWN, DOWN], webhooks_lost: [lost], stuck_requests: 9 })).toBe(
    12,
  )
  expect(countAll({ ...CALM, retrying_requests: 2, pending_proposals: 3, included_ai: FAILING_AI })).toBe(6)
  expect(countAll({ ...CALM, access_asks: 2 })).toBe(2)
  expect(countAll({ ...CALM, issues_waiting: 3, issues_unread: 2, pending_actions: 1 })).toBe(4)
})

it('Home is calm only if everything could be read and nothing is left', () => {
  expect(isCalm(CALM, 0)).toBe(true)
  expect(isCalm(CALM, 1)).toBe(false)
  expect(isCalm(CALM, 'unreadable')).toBe(false)
  expect(isCalm(undefined, 0)).toBe(false)
  expect(isCalm({ ...CALM, access_asks: 1 }, 0)).toBe(false)
  expect(isCalm({ ...CALM, backup_problem: null }, 0)).toBe(true)
  expect(isCalm({ ...CALM, backup_problem: OVERDUE }, 0)).toBe(false)
})
