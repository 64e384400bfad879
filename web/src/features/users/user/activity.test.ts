import type { Issue } from '@foyer/contract/issues/issue'
import type { RequestHistoryRow } from '@foyer/contract/requests/admin-requests'
import { expect, it } from 'vitest'
import { activityOf } from './activity.ts'

const at = (hour: number) => `2026-11-15T${String(hour).padStart(2, '0')}:00:00.000Z`
const device = (id: string, user_id: number, last_used_at: string) => ({
  id,
  user_id,
  username: 'uma',
  name: `Phone ${id}`,
  current: false,
  kind: 'app' as const,
  created_at: at(0),
  last_used_at,
})
const request = (request_id: number, change: Partial<RequestHistoryRow>): RequestHistoryRow => ({
  id: request_id,
  request_id,
  user_id: 7,
  username: 'uma',
  media_type: 'movie',
  title: 'Low Water',
  requester_count: 1,
  requested_at: at(1),
  status: 'requested',
  decision: 'pending',
  ...change,
})
const issue = (id: number, reporter_id: number) =>
  ({ id, reporter_id, title: 'Ebb', created_at: at(4) }) as Issue

const known = {
  devices: [device('a', 7, at(6)), device('b', 8, at(7))],
  requests: [
    request(1, { decision: 'denied', decided_at: at(3), decided_by: 'ana' }),
    request(2, { requested_at: at(5) }),
    request(3, { requested_at: at(0), decision: 'cancelled', decided_at: at(2) }),
  ],
  issues: [issue(1, 7), issue(2, 8)],
}

it('tells what one person did and what was decided for them, newest first', () => {
  expect(activityOf(7, known, 10).map(({ what, at: when }) => [what, when])).toEqual([
    ['seen', at(6)],
    ['requested', at(5)],
    ['reported', at(4)],
    ['denied', at(3)],
    ['requested', at(1)],
    ['requested', at(0)],
  ])
})

it('is no longer than asked for', () => {
  expect(activityOf(7, known, 2).map(({ key }) => key)).toEqual(['seen a', 'requested 2'])
  expect(activityOf(9, { devices: [], requests: [], issues: [] }, 2)).toEqual([])
})
