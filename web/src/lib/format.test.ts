import { describe, expect, it } from 'vitest'
import { createFormat } from './format.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')
const after = (seconds: number) => new Date(NOW + seconds * 1000).toISOString()

describe('format', () => {
  const en = createFormat('en-GB', 'just now')
  const de = createFormat('de', 'gerade eben')

  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1500, '2 kB'],
    [1_500_000, '1.5 MB'],
    [42_800_000_000, '42.8 GB'],
    [3_200_000_000_000, '3.2 TB'],
  ])('writes %d bytes as people read drives', (value, words) => {
    expect(en.bytes(value)).toBe(words)
  })

  it('follows the language', () => {
    expect(de.bytes(1_500_000)).toBe('1,5 MB')
    expect(de.number(1234567.5)).toBe('1.234.567,5')
    expect(de.percent(0.43)).toBe('43\u00a0%')
    expect(en.list(['films', 'series', 'books'])).toBe('films, series and books')
  })

  it.each([
    [5, 'in 5 seconds'],
    [0.9, 'just now'],
    [0, 'just now'],
    [-59, 'just now'],
    [-60, '1 minute ago'],
    [-90, '2 minutes ago'],
    [3 * 3600, 'in 3 hours'],
    [86_400, 'tomorrow'],
    [3 * 86_400, 'in 3 days'],
    [-13 * 86_400, '13 days ago'],
  ])('says %d seconds as a distance while near', (seconds, words) => {
    expect(en.relative(after(seconds), NOW)).toBe(words)
  })

  it.each([
    [59.4, 'in 59 seconds'],
    [59.6, 'in 1 minute'],
    [-59 * 60 - 29, '59 minutes ago'],
    [-59 * 60 - 30, '1 hour ago'],
    [59 * 60 + 30, 'in 1 hour'],
  ])('says %d seconds in the larger unit as soon as the smaller one is full', (seconds, words) => {
    expect(en.relative(after(seconds), NOW)).toBe(words)
  })

  it.each([
    ['Monday 23:00', new Date(2026, 10, 16, 23), '2 days ago'],
    ['the last minute of Monday', new Date(2026, 10, 16, 23, 59), '2 days ago'],
    ['the first minute of Tuesday', new Date(2026, 10, 17, 0, 0), 'yesterday'],
    ['Tuesday 07:00', new Date(2026, 10, 17, 7), 'yesterday'],
    ['Tuesday 08:30', new Date(2026, 10, 17, 8, 30), 'yesterday'],
    ['Tuesday 08:31', new Date(2026, 10, 17, 8, 31), '23 hours ago'],
    ['Tuesday 23:00', new Date(2026, 10, 17, 23), '9 hours ago'],
    ['the first minute of Wednesday', new Date(2026, 10, 18, 0, 0), '8 hours ago'],
    ['Thursday 07:29', new Date(2026, 10, 19, 7, 29), 'in 23 hours'],
    ['Thursday 07:30', new Date(2026, 10, 19, 7, 30), 'tomorrow'],
    ['Thursday 23:00', new Date(2026, 10, 19, 23), 'tomorrow'],
    ['the first minute of Friday', new Date(2026, 10, 20, 0, 0), 'in 2 days'],
    ['thirteen days ago, late', new Date(2026, 10, 5, 23), '13 days ago'],
  ])('counts days of the calendar: %s, seen on Wednesday at 08:00', (_when, date, words) => {
    expect(en.relative(date, new Date(2026, 10, 18, 8).getTime())).toBe(words)
  })

  it('shows the date from the fourteenth day', () => {
    const date = new Date(2026, 10, 4, 23)
    expect(en.relative(date, new Date(2026, 10, 18, 8).getTime())).toBe(en.date(date))
  })

  it('says nothing of another day while it is the same one', () => {
    const late = new Date(2026, 10, 18, 23, 50).getTime()
    expect(en.relative(new Date(2026, 10, 18, 0, 10), late)).toBe('23 hours ago')
    expect(en.relative(late, new Date(2026, 10, 18, 0, 10).getTime())).toBe('in 23 hours')
  })

  it('shows the date when it is far away', () => {
    expect(en.relative(after(30 * 86_400), NOW)).toBe(en.date(after(30 * 86_400)))
  })

  it('says a distance in few letters on a card', () => {
    expect(createFormat('nl', 'zojuist').shortRelative(after(-12 * 60), NOW)).toBe('12 min. geleden')
    expect(en.shortRelative(after(-86_400), NOW)).toBe('yesterday')
    expect(en.shortRelative(after(-20), NOW)).toBe('just now')
  })

  it('picks the shortest unambiguous form', () => {
    const now = new Date(2026, 10, 15, 12).getTime()
    expect(en.upcoming(new Date(2026, 10, 15, 14, 5), now)).toEqual({ by: 'time', text: '14:05' })
    expect(en.upcoming(new Date(2026, 10, 17, 3), now)).toEqual({ by: 'weekday', text: 'Tuesday' })
    expect(en.upcoming(new Date(2026, 10, 22, 3), now)).toEqual({ by: 'date', text: '22 November' })
  })
})
