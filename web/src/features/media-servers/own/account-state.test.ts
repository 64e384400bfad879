import { expect, it } from 'vitest'
import { accountState, invitedAddress } from './account-state.ts'

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

it.each([
  ['ann@example.org', '', 'ann@example.org'],
  ['ann@example.org', 'other@example.org', 'ann@example.org'],
  ['ellen77', 'ellen@example.org', 'ellen@example.org'],
  ['ellen77', '', 'ellen77'],
])('2:4.13.5 an open invitation for %s (own address "%s") names %s', (username, invite_email, named) => {
  expect(invitedAddress(username, invite_email)).toBe(named)
})
