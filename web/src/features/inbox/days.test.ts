import { expect, it } from 'vitest'
import { byDay } from './days.ts'

const at = (day: number, hour: number) => ({ created_at: new Date(2026, 10, day, hour).toISOString() })

it('groups by calendar days, not by 24 hours', () => {
  const now = new Date(2026, 10, 15, 1).getTime()
  const entries = [at(15, 0), at(14, 23), at(14, 2), at(10, 12)]
  expect(byDay(entries, now).map(({ ago, entries }) => [ago, entries.length])).toEqual([
    [0, 1],
    [1, 2],
    [5, 1],
  ])
})

it('counts entries from a clock ahead of ours as today', () => {
  expect(byDay([at(16, 1)], new Date(2026, 10, 15, 23).getTime())).toMatchObject([{ ago: 0 }])
  expect(byDay([], 0)).toEqual([])
})
