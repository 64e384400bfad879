import type { LogLine } from '@foyer/contract/operations/logs'
import { expect, it } from 'vitest'
import { type LogPage, withNewer, withOlder } from './log-lines.ts'

const line = (id: number): LogLine => ({
  id,
  time: '2026-11-17T09:00:00.000Z',
  level: 'info',
  message: `Line ${id}`,
  fields: {},
})
const page = (ids: readonly number[], change: Partial<LogPage> = {}): LogPage => ({
  level: 'info',
  configured: 'info',
  until: null,
  lines: ids.map(line),
  last_id: ids.at(-1) ?? 0,
  first_id: 1,
  log_id: 'a',
  is_full: false,
  ...change,
})
const idsOf = ({ lines }: { lines: readonly LogLine[] }) => lines.map(({ id }) => id)

it('adds what was written since, and follows from the newest line whatever the filter', () => {
  const view = withNewer(undefined, page([3, 5], { last_id: 9, is_full: true }))
  expect([idsOf(view), view.followed_id, view.has_older]).toEqual([[3, 5], 9, true])
  const next = withNewer(view, page([10], { last_id: 12, level: 'debug' }))
  expect([idsOf(next), next.followed_id, next.level]).toEqual([[3, 5, 10], 12, 'debug'])
})

it('follows from the last line it got while an answer was cut off', () => {
  const view = withNewer(undefined, page([1]))
  expect(withNewer(view, page([2, 3], { last_id: 90, is_full: true })).followed_id).toBe(3)
})

it('puts older lines before, until there are none', () => {
  const view = withNewer(undefined, page([7, 8], { is_full: true }))
  const older = withOlder(view, page([5, 6], { last_id: 8 }))
  expect([idsOf(older), older.has_older, older.followed_id]).toEqual([[5, 6, 7, 8], false, 8])
  expect(withOlder(view, page([1], { log_id: 'b' }))).toEqual({ ...view, has_older: false })
})

it('keeps as many lines as the server does', () => {
  const many = Array.from({ length: 1_999 }, (_, at) => at + 1)
  const view = withNewer(withNewer(undefined, page(many)), page([2_000, 2_001, 2_002]))
  expect([view.lines.length, view.lines[0]?.id]).toEqual([2_000, 3])
})
