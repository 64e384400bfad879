import type { Attention } from '@foyer/contract/attention'
import { expect, it } from 'vitest'
import { countBadges } from './attention-count.ts'
import { attentionItems } from './attention-items.ts'

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

const LOST = { instance_id: 'in_b', name: 'Shows', state: 'missing' } as const

/** One of everything. */
const ONE: Attention = {
  services_down: [DOWN],
  webhooks_lost: [LOST],
  stuck_requests: 1,
  retrying_requests: 1,
  pending_proposals: 1,
  access_asks: 1,
  issues_waiting: 1,
  issues_unread: 0,
  pending_actions: 1,
  included_ai: FAILING_AI,
  backup_problem: OVERDUE,
}
const kinds = (...of: Parameters<typeof attentionItems>) => attentionItems(...of).map(({ kind }) => kind)
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

it('Home names the most urgent first', () => {
  expect(kinds(ONE, 1)).toEqual([
    'down',
    'webhook',
    'stuck',
    'backup',
    'ai',
    'pending',
    'issues',
    'access',
    'fixes',
    'proposals',
    'retrying',
  ])
})

it('what could not be read may be the most urgent', () => {
  expect(kinds(undefined, 2)).toEqual(['unreadable', 'pending'])
  expect(kinds({ ...CALM, services_down: [DOWN] }, 'unreadable')).toEqual(['unreadable', 'down'])
})

it('the navigation counts as many as Home names, without those that Foyer retries by itself', () => {
  const badges = countBadges({ pending: 3, unread: 0, unread_reports: 0, attention: ONE })
  const named = attentionItems(ONE, 3).filter(({ kind }) => kind !== 'retrying')
  expect(sum(Object.values(badges))).toBe(sum(named.map(({ count }) => count)))
})

it('Home names every service that is down, and how many of the rest', () => {
  const other = { ...DOWN, instance_id: 'in_c', name: 'Films' }
  const items = attentionItems({ ...CALM, services_down: [DOWN, other], stuck_requests: 9 }, 0)
  expect(items).toEqual([
    { kind: 'down', count: 1, instance_id: 'in_a', name: 'Movies' },
    { kind: 'down', count: 1, instance_id: 'in_c', name: 'Films' },
    { kind: 'stuck', count: 9 },
  ])
})

it('Home is calm only if everything could be read and nothing is left', () => {
  expect(kinds(CALM, 0)).toEqual([])
  expect(kinds({ ...CALM, backup_problem: null }, 0)).toEqual([])
  expect(kinds(CALM, 1)).toEqual(['pending'])
  expect(kinds(CALM, 'unreadable')).toEqual(['unreadable'])
  expect(kinds(undefined, 0)).toEqual(['unreadable'])
  expect(kinds({ ...CALM, retrying_requests: 1 }, 0)).toEqual(['retrying'])
})
