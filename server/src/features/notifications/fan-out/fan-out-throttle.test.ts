import { expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { createFanOutThrottle } from './fan-out-throttle.ts'

it('tells at once, and in a rush once a second', () => {
  const clock = createTestClock()
  const throttle = createFanOutThrottle(clock)
  const wait = () => throttle.earliest() - clock.now().getTime()
  expect(wait()).toBe(0)
  throttle.sent(19)
  expect(wait()).toBe(0)
  clock.advance(400)
  throttle.sent(1)
  expect(wait()).toBe(600)
  clock.advance(600)
  expect(wait()).toBe(0)
  throttle.sent(50)
  expect(wait()).toBe(1000)
})
