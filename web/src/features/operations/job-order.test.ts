import type { JobKind } from '@foyer/contract/operations/jobs'
import { expect, it } from 'vitest'
import { groupKinds, isLater } from './job-order.ts'

const kind = (name: string, change: Partial<JobKind> = {}): JobKind => ({
  name,
  known: true,
  running: 0,
  waiting: 0,
  retrying: 0,
  parked: 0,
  attention: 0,
  next_run_at: null,
  last_reason: null,
  ...change,
})

it('shows what needs a person first, then what runs, fails and waits', () => {
  const { saved, idle } = groupKinds([
    kind('idle'),
    kind('later', { waiting: 1, next_run_at: '2026-11-18T03:00:00.000Z' }),
    kind('parked', { parked: 2 }),
    kind('soon', { waiting: 3, next_run_at: '2026-11-17T09:00:00.000Z' }),
    kind('failing', { waiting: 1, retrying: 1, next_run_at: '2026-11-19T03:00:00.000Z' }),
    kind('running', { running: 1 }),
    kind('stuck', { attention: 1 }),
  ])
  expect(saved.map(({ name }) => name)).toEqual(['stuck', 'running', 'failing', 'soon', 'later', 'parked'])
  expect(idle.map(({ name }) => name)).toEqual(['idle'])
})

it('calls a job due that runs before the page looks at the clock again', () => {
  const now = Date.parse('2026-11-17T09:00:00.000Z')
  expect(isLater('2026-11-17T08:00:00.000Z', now)).toBe(false)
  expect(isLater('2026-11-17T09:00:15.000Z', now)).toBe(false)
  expect(isLater('2026-11-17T09:00:16.000Z', now)).toBe(true)
  expect(isLater(null, now)).toBe(false)
})
