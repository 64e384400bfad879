import { expect, it } from 'vitest'
import { ssoOnlyLocks } from './sso-only-locks.ts'

const states = (...given: Parameters<typeof ssoOnlyLocks>) => ssoOnlyLocks(...given).map(one => one.state)

it('2/4.4 needs the method on, a passed test and an admin with a password', () => {
  expect(states({ enabled: true, tested: true }, true)).toEqual(['open', 'open', 'open'])
  expect(states({ enabled: false, tested: false }, false)).toEqual(['closed', 'closed', 'closed'])
})

it('never counts an unread list of users as an admin with a password', () => {
  expect(states({ enabled: true, tested: true }, undefined)).toEqual(['open', 'open', 'unknown'])
})
