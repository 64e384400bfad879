import { expect, it } from 'vitest'
import { pulledBy } from './use-pull-down.ts'

it('follows the finger less and less, and never upwards', () => {
  const steps = [-50, 0, 40, 120, 300, 2000].map(pulledBy)
  expect(steps[0]).toBe(0)
  expect(steps[1]).toBe(0)
  expect(steps).toEqual(steps.toSorted((a, b) => a - b))
  expect(steps[2]).toBeLessThan(40)
  expect(steps.at(-1)).toBeLessThanOrEqual(104)
})
