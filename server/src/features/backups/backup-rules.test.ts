import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextNight } from './backup-rules.ts'

it('is always ahead, at half past three, and at most a day (and a changed hour) away', () => {
  const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(days, now => {
      const night = nextNight(now)
      const hours = (night.getTime() - now.getTime()) / 3_600_000
      expect(hours).toBeGreaterThan(0)
      expect(hours).toBeLessThanOrEqual(25)
      expect(night.getMinutes()).toBe(30)
    }),
  )
})

it('goes on to the next night when the hour has just struck', () => {
  const struck = new Date(2026, 10, 15, 3, 30, 0, 0)
  expect(nextNight(struck)).toEqual(new Date(2026, 10, 16, 3, 30, 0, 0))
})
