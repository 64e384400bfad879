import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import { expect, it } from 'vitest'
import { readApprovalsSearch } from '../screens/approvals-search.ts'
import { filterQueue, sortedPeople } from './queue-filter.ts'

const row = (id: number, title: string, username: string, media_type: 'movie' | 'tv'): QueueRow => ({
  id,
  request_id: id,
  user_id: username.length,
  username,
  media_type,
  title,
  requester_count: 1,
  requested_at: '2026-11-15T10:00:00.000Z',
})
const rows = [
  row(1, 'Dune', 'mia', 'movie'),
  row(2, 'Severance', 'mia', 'tv'),
  row(3, 'Dune: Prophecy', 'otto', 'tv'),
]

it('finds by title, by person and by kind', () => {
  const ids = (filter: Parameters<typeof filterQueue>[1]) => filterQueue(rows, filter).map(({ id }) => id)
  expect(ids({})).toEqual([1, 2, 3])
  expect(ids({ q: 'dune' })).toEqual([1, 3])
  expect(ids({ q: 'DUNE otto' })).toEqual([3])
  expect(ids({ type: 'tv', user: 3 })).toEqual([2])
  expect(sortedPeople(rows).map(({ username }) => username)).toEqual(['mia', 'otto'])
})

it('finds shared book work by everybody who joined it', () => {
  const people = [3, 5].map(user_id => ({ user_id, username: user_id === 3 ? 'mia' : 'paula' }))
  const shared: QueueRow = { ...row(4, 'Ebb', 'mia', 'movie'), media_type: 'book', requesters: people }
  expect(filterQueue([...rows, shared], { user: 5 })).toEqual([shared])
  expect(filterQueue([...rows, shared], { q: 'paula' })).toEqual([shared])
  expect(sortedPeople([...rows, shared]).map(({ username }) => username)).toEqual(['mia', 'otto', 'paula'])
})

it('parses an address and drops unknown values', () => {
  expect(
    readApprovalsSearch({ tab: 'history', q: 1984, type: 'vinyl', user: '7', decision: 'denied' }),
  ).toEqual({
    tab: 'history',
    q: '1984',
    user: 7,
    decision: 'denied',
  })
  expect(readApprovalsSearch({ tab: 'queue', user: 'x' })).toEqual({})
})
