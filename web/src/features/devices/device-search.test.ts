import type { Device } from '@foyer/contract/users'
import { expect, it } from 'vitest'
import { searchDevices } from './device-search.ts'

const device = (id: string, device_name: string, username: string, last_seen_at: string): Device => ({
  id,
  user_id: 1,
  username,
  device_name,
  kind: 'app',
  created_at: '2026-01-01T00:00:00.000Z',
  last_seen_at,
})
const ALL = [
  device('a', 'Chrome on Android', 'ana', '2026-11-01T00:00:00.000Z'),
  device('b', 'Safari on iPhone', 'bo', '2026-11-03T00:00:00.000Z'),
  { ...device('c', 'Tool access', 'ana', '2026-11-02T00:00:00.000Z'), client_name: 'Claude' },
]
const ids = (words: string) => searchDevices(ALL, words).map(({ id }) => id)

it('lists the most recently active first and matches every word', () => {
  expect(ids('')).toEqual(['b', 'c', 'a'])
  expect(ids('ANA')).toEqual(['c', 'a'])
  expect(ids('ana chrome')).toEqual(['a'])
  expect(ids('claude')).toEqual(['c'])
  expect(ids('windows')).toEqual([])
})
