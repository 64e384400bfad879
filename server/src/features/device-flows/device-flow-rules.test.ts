import { expect, it } from 'vitest'
import { flowEnd, missedPollAt } from './device-flow-rules.ts'

it.each([
  ['pending', undefined],
  ['slow_down', undefined],
  ['denied', 'denied'],
  ['expired', 'expired'],
  ['failed', 'failed'],
] as const)('a poll answered with %s ends a link as %s', (state, status) => {
  expect(flowEnd(state)?.status).toBe(status)
})

it('counts a page as closed after two missed polls', () => {
  const flow = { next_poll_at: '2026-11-15T12:00:00.000Z', interval_seconds: 5 }
  expect(missedPollAt(flow).toISOString()).toBe('2026-11-15T12:00:10.000Z')
})
