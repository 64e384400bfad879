import { describe, expect, it } from 'vitest'
import { type UserSignInMethods, isLastAdmin, locksEverybodyOut } from './user-rules.ts'

const admin = (user_id: number, ways: Partial<UserSignInMethods> = {}): UserSignInMethods => ({
  user_id,
  password: false,
  passkeys: 0,
  linked: false,
  ...ways,
})

describe('the last admin (1/4.12)', () => {
  it.each([
    [[1], 1, true],
    [[1, 2], 1, false],
    [[2], 1, false],
    [[], 1, false],
  ])('of %j, is %i the last: %s', (ids, user_id, expected) => {
    expect(isLastAdmin(ids, user_id)).toBe(expected)
  })
})

describe('the last way in (1/4.12 last_method)', () => {
  const noPassword = { password_enabled: false }
  const noPasskeys = { passkey_enabled: false }
  const neither = { ...noPassword, ...noPasskeys }

  it.each([
    ['the only password', [admin(1, { password: true })], noPassword, true],
    ['the only passkeys', [admin(1, { passkeys: 2 })], noPasskeys, true],
    ['the password beside a passkey', [admin(1, { password: true, passkeys: 1 })], noPassword, false],
    ['both at once', [admin(1, { password: true, passkeys: 1 })], neither, true],
    ['both beside an identity', [admin(1, { password: true, linked: true })], neither, false],
    ['a method that was not in use', [admin(1, { password: true })], noPasskeys, false],
    ['turning on', [admin(1, { password: true })], { password_enabled: true }, false],
    ['nothing', [admin(1, { password: true })], {}, false],
    [
      'the password of one of two',
      [admin(1, { password: true }), admin(2, { passkeys: 1 })],
      noPassword,
      false,
    ],
    ['the only one who can, of two', [admin(1, { password: true }), admin(2)], noPassword, true],
    ['an admin who had no way in', [admin(1), admin(2)], neither, false],
    ['somebody who is no admin', [admin(2, { password: true })], neither, false],
  ])('taking %s', (_what, admins, change, expected) => {
    expect(locksEverybodyOut(admins, 1, change)).toBe(expected)
  })
})
