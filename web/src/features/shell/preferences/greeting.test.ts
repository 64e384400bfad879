import { expect, it } from 'vitest'
import { greetingAt } from './greeting.ts'

it.each([
  [0, 'night'],
  [5, 'morning'],
  [12, 'afternoon'],
  [17, 'evening'],
  [23, 'evening'],
])('at %d it is %s', (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting)
})
