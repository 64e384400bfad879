import { FLOW_STATES } from '@foyer/contract/book-list-connection'
import { expect, it } from 'vitest'
import { connectionState, linkEnd, missed } from './connection-state.ts'

it.each([
  [{ configured: false, reconnect_required: false }, 'none'],
  [{ configured: true, reconnect_required: false }, 'connected'],
  [{ configured: true, reconnect_required: true }, 'reconnect'],
] as const)('1/4.4 %j reads as %s', (connection, state) => {
  expect(connectionState(connection)).toBe(state)
})

it('ends a link in one of three ways', () => {
  expect(FLOW_STATES.map(linkEnd)).toEqual(['waiting', 'done', 'over', 'over', 'over', 'over', 'over'])
})

it('returns the libraries that failed', () => {
  const results = [
    { instance_id: 'a', applied: true },
    { instance_id: 'b', applied: false },
  ]
  expect(missed(results)).toEqual(['b'])
})
