import { expect, it } from 'vitest'
import { accountState } from './account-state.ts'

const ACTIVE = {
  username: 'uma',
  disabled: false,
  pending: false,
  administrator: false,
  verified: true,
  manage_access: true,
  access_sync_pending: false,
}

it.each([
  [null, 'none'],
  [ACTIVE, 'active'],
  [{ ...ACTIVE, disabled: true }, 'disabled'],
  [{ ...ACTIVE, pending: true }, 'invited'],
  [{ ...ACTIVE, administrator: true }, 'active'],
  // What is stored may be out of date, so it is not claimed.
  [{ ...ACTIVE, verified: false, disabled: true }, 'unverified'],
  [{ ...ACTIVE, verified: false, pending: true }, 'unverified'],
] as const)('2:4.13.5 %j reads as %s', (account, state) => {
  expect(accountState({ account })).toBe(state)
})
