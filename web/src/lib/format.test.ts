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
