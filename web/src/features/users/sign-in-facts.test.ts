import { expect, it } from 'vitest'
import { isInvited, waysIn, withoutWayIn } from './sign-in-facts.ts'

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

it('names what somebody has, not what they may set up', () => {
  expect(waysIn(NOTHING)).toEqual([])
  expect(waysIn({ ...NOTHING, has_password: true })).toEqual(['password'])
  expect(waysIn({ ...NOTHING, passkey_count: 2 })).toEqual(['passkey'])
  expect(waysIn({ ...NOTHING, passkey_count: 2, passkey_enabled: false })).toEqual([])
  expect(waysIn({ ...NOTHING, sso_linked: true, invite_linked: true })).toEqual(['sso', 'plex'])
})

it('calls nobody invited who is here already', () => {
  const invited = { ...NOTHING, has_pending_invite: true }
  expect(isInvited(invited)).toBe(true)
  expect(isInvited(NOTHING)).toBe(false)
  expect(isInvited({ ...invited, device_count: 1 })).toBe(false)
  expect(isInvited({ ...invited, has_password: true })).toBe(false)
  expect(isInvited({ ...invited, passkey_count: 1 })).toBe(false)
})

it('says what is true of somebody without a way in', () => {
  expect(withoutWayIn({ ...NOTHING, device_count: 2 })).toBe('link_only')
  expect(withoutWayIn({ ...NOTHING, has_pending_invite: true })).toBe('not_yet')
  expect(withoutWayIn(NOTHING)).toBe('cannot')
})
