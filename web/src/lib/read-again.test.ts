import { expect, it } from 'vitest'
import { readAgain } from './read-again.ts'

it('a success waits for what is read again, a failure does not', () => {
  const reading = Promise.resolve()
  let times = 0
  const settle = readAgain(() => {
    times += 1
    return reading
  })
  expect(settle({}, null)).toBe(reading)
  expect(settle(undefined, new Error('not reached'))).toBeUndefined()
  expect(times).toBe(2)
})
