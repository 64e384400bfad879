import { describe, expect, it } from 'vitest'
import {
  addMonths,
  agendaSpan,
  querySpan,
  dayOf,
  firstWeekday,
  gridSpan,
  isMonth,
  lastDayOf,
  weeksOf,
} from './calendar-days.ts'

describe('months', () => {
  it('follow each other over years, each with its own length', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
    expect([lastDayOf('2028-02'), lastDayOf('2026-02'), lastDayOf('2026-12')]).toEqual([
      '2028-02-29',
      '2026-02-28',
      '2026-12-31',
    ])
    expect(['2026-11', '2026-13', '26-11', 11, undefined].map(isMonth)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('are shown in whole weeks that begin as the reader is used to', () => {
    const monday = weeksOf('2026-11', 1)
    expect([monday[0]?.[0], monday.at(-1)?.at(-1), monday.length]).toEqual(['2026-10-26', '2026-12-06', 6])
    const sunday = weeksOf('2026-11', 0)
    expect([sunday[0]?.[0], sunday.at(-1)?.at(-1), sunday.length]).toEqual(['2026-11-01', '2026-12-05', 5])
    expect([firstWeekday('de-DE'), firstWeekday('en-US')]).toEqual([1, 0])
  })
})

describe('what is asked for', () => {
  it('is the month, or from the present month to the end of the next, and never more than 92 days', () => {
    expect(agendaSpan('2026-11', '2026-11-30')).toEqual({ start: '2026-11-01', end: '2026-12-31' })
    expect(agendaSpan('2027-02', '2026-11-30')).toEqual({ start: '2027-02-01', end: '2027-02-28' })
    expect(querySpan(gridSpan(weeksOf('2026-11', 1)))).toEqual({ start: '2026-10-25', end: '2026-12-07' })
  })
})

it('a moment is on the day that it is for the reader', () => {
  expect(dayOf(new Date(2026, 10, 5, 23, 59))).toBe('2026-11-05')
})
