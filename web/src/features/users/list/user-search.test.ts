import type { UserSummary } from '@foyer/contract/users'
import { expect, it } from 'vitest'
import { countBy, findByName, searchUsers } from './user-search.ts'

const user = (id: number, username: string, more: Partial<UserSummary> = {}) =>
  ({
    id,
    username,
    role: 'user',
    child: false,
    has_pending_invite: false,
    device_count: 0,
    passkey_count: 0,
    ...more,
  }) as UserSummary

const USERS = [
  user(1, 'Zoë'),
  user(2, 'ana', { role: 'admin' }),
  user(3, 'Max', { child: true }),
  user(4, 'Grandma', { has_pending_invite: true }),
  // With an open link for another device.
  user(5, 'Paul', { has_pending_invite: true, device_count: 1 }),
]
const names = (words: string, filter: Parameters<typeof searchUsers>[2] = 'all') =>
  searchUsers(USERS, words, filter, 'en').map(({ username }) => username)

it('lists admins first, then everyone by name', () => {
  expect(names('')).toEqual(['ana', 'Grandma', 'Max', 'Paul', 'Zoë'])
})

it('finds names without their accents and capitals', () => {
  expect(names('zoe')).toEqual(['Zoë'])
  expect(names(' GRAND ')).toEqual(['Grandma'])
  expect(names('nobody')).toEqual([])
})

it('filters by role, where kids accounts are not members', () => {
  expect(names('', 'kids')).toEqual(['Max'])
  expect(names('', 'user')).toEqual(['Grandma', 'Paul', 'Zoë'])
  expect(names('', 'invited')).toEqual(['Grandma'])
  expect(countBy(USERS, 'admin')).toBe(1)
})

it('C28 finds a name regardless of case', () => {
  expect(findByName(USERS, ' ANA ')?.id).toBe(2)
  expect(findByName(USERS, 'an')).toBeUndefined()
})
