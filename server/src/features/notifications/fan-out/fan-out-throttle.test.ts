import { expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { createFanOutThrottle } from './fan-out-throttle.ts'

it('tells at once, and in a rush once a second', () => {
  const clock = createTestClock()
  const pace = createFanOutThrottle(clock)
  const wait = () => pace.earliest() - clock.now().getTime()
  expect(wait()).toBe(0)
  pace.told(19)
  expect(wait()).toBe(0)
  clock.advance(400)
  pace.told(1)
  expect(wait()).toBe(600)
  clock.advance(600)
  expect(wait()).toBe(0)
  pace.told(50)
  expect(wait()).toBe(1000)
})
