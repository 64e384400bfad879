import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasRoom, isOverdue, kindOfFile, nextBackup } from './backup-rules.ts'

const DAILY = { every: 'daily', hour: 3, keep: 14 } as const
const WEEKLY = { every: 'weekly', hour: 3, keep: 14 } as const
const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
const hours = fc.integer({ min: 0, max: 23 })

describe('the next backup', () => {
  it('is always in the future, at half past the hour, and at most a day (and a clock change) away', () => {
    fc.assert(
      fc.property(days, hours, (now, hour) => {
        const next = nextBackup({ ...DAILY, hour }, now)
        const away = ((next?.getTime() ?? 0) - now.getTime()) / 3_600_000
        expect(away).toBeGreaterThan(0)
        expect(away).toBeLessThanOrEqual(25)
        expect(next?.getMinutes()).toBe(30)
      }),
    )
  })

  it('is, for weekly backups, on a Sunday and at most a week (and a clock change) away', () => {
    fc.assert(
      fc.property(days, hours, (now, hour) => {
        const next = nextBackup({ ...WEEKLY, hour }, now)
        const away = ((next?.getTime() ?? 0) - now.getTime()) / 3_600_000
        expect(away).toBeGreaterThan(0)
        expect(away).toBeLessThanOrEqual(7 * 24 + 1)
        expect(next?.getDay()).toBe(0)
      }),
    )
  })

  it('is the next day when the hour has just passed', () => {
    const struck = new Date(2026, 10, 15, 3, 30, 0, 0)
    expect(nextBackup(DAILY, struck)).toEqual(new Date(2026, 10, 16, 3, 30, 0, 0))
    expect(nextBackup(WEEKLY, struck)).toEqual(new Date(2026, 10, 22, 3, 30, 0, 0))
  })

  it('is none while the schedule is off', () => {
    expect(nextBackup({ ...DAILY, every: 'off' }, new Date())).toBeNull()
  })
})

it.each([
  ['SQLite format 3\0', 'sqlite'],
  ['\x1f\x8b\x08\0', 'packed'],
  ['PK\x03\x04', 'packed'],
  ['PGDMP\x01', 'packed'],
  ['--\n-- PostgreSQL database dump', 'packed'],
  ['SQLite format 2\0', 'foreign'],
  ['hello', 'foreign'],
  ['', 'foreign'],
])('a file that begins with %j is %s', (start, kind) => {
  expect(kindOfFile(Buffer.from(start, 'latin1'))).toBe(kind)
})

it('leaves 64 MiB free for the database in use', () => {
  expect(hasRoom(164 * 1024 ** 2, 100 * 1024 ** 2)).toBe(true)
  expect(hasRoom(164 * 1024 ** 2 - 1, 100 * 1024 ** 2)).toBe(false)
})

describe('backups are overdue', () => {
  const HOUR = 3_600_000
  const NOW = Date.parse('2026-11-18T12:00:00Z')
  const ago = (hours: number) => NOW - hours * HOUR

  it('after more than two days of a daily schedule, and two weeks of a weekly one', () => {
    const after = (every: 'daily' | 'weekly', last_at: number) =>
      isOverdue(every, { last_at, on_since: ago(5000) }, NOW)
    expect(after('daily', ago(48))).toBe(false)
    expect(after('daily', ago(48) - 1)).toBe(true)
    expect(after('weekly', ago(14 * 24))).toBe(false)
    expect(after('weekly', ago(14 * 24) - 1)).toBe(true)
  })

  it('when none was made since the schedule was turned on, however old the last one is', () => {
    for (const last_at of [null, ago(5000)]) {
      expect(isOverdue('daily', { last_at, on_since: ago(48) }, NOW)).toBe(false)
      expect(isOverdue('daily', { last_at, on_since: ago(48) - 1 }, NOW)).toBe(true)
    }
  })

  it('never while they are off, nor while it is unknown since when they are on', () => {
    expect(isOverdue('off', { last_at: ago(5000), on_since: ago(5000) }, NOW)).toBe(false)
    expect(isOverdue('daily', { last_at: null, on_since: null }, NOW)).toBe(false)
  })

  it('even if the last backup has a date in the future', () => {
    expect(isOverdue('daily', { last_at: ago(-100), on_since: null }, NOW)).toBe(false)
  })
})
