import { expect, it } from 'vitest'
import { createClaims } from './main-button-claims.ts'

it('gives the main button to the latest, and back to the one before when it is done', () => {
  const claims = createClaims()
  let changes = 0
  const unsubscribe = claims.subscribe(() => {
    changes += 1
  })
  expect(claims.latest()).toBeNull()
  const endFirst = claims.add('first')
  const endSecond = claims.add('second')
  expect(claims.latest()).toBe('second')
  endSecond()
  expect(claims.latest()).toBe('first')
  endFirst()
  expect(claims.latest()).toBeNull()
  unsubscribe()
  claims.add('third')
  expect(changes).toBe(4)
})
