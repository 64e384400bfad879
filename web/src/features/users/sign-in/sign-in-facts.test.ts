import { expect, it } from 'vitest'
import { isInvited, signInMethods, signInProblem } from './sign-in-facts.ts'

const NOTHING = {
  password_enabled: true,
  has_password: false,
  passkey_enabled: true,
  passkey_count: 0,
  sso_linked: false,
  invite_linked: false,
  device_count: 0,
  has_pending_invite: false,
}

it('lists methods that are set up, not ones that are merely allowed', () => {
  expect(signInMethods(NOTHING)).toEqual([])
  expect(signInMethods({ ...NOTHING, has_password: true })).toEqual(['password'])
  expect(signInMethods({ ...NOTHING, passkey_count: 2 })).toEqual(['passkey'])
  expect(signInMethods({ ...NOTHING, passkey_count: 2, passkey_enabled: false })).toEqual([])
  expect(signInMethods({ ...NOTHING, sso_linked: true, invite_linked: true })).toEqual(['sso', 'plex'])
})

it('does not count existing users as invited', () => {
  const invited = { ...NOTHING, has_pending_invite: true }
  expect(isInvited(invited)).toBe(true)
  expect(isInvited(NOTHING)).toBe(false)
  expect(isInvited({ ...invited, device_count: 1 })).toBe(false)
  expect(isInvited({ ...invited, has_password: true })).toBe(false)
  expect(isInvited({ ...invited, passkey_count: 1 })).toBe(false)
})

it('describes someone without a sign-in method', () => {
  expect(signInProblem({ ...NOTHING, device_count: 2 })).toBe('link_only')
  expect(signInProblem({ ...NOTHING, has_pending_invite: true })).toBe('not_yet')
  expect(signInProblem(NOTHING)).toBe('cannot')
})
