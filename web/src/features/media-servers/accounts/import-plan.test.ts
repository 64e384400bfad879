import type { ImportResult } from '@foyer/contract/media-servers/account-import'
import { expect, it } from 'vitest'
import { canRetry, mergeResults, planOf } from './import-plan.ts'

const UMA = { id: 2, username: 'Uma' }

function result(remote_user_id: string, error: ImportResult['error']): ImportResult {
  return {
    remote_user_id,
    remote_username: remote_user_id,
    user_id: null,
    username: '',
    created: false,
    linked: error === '',
    link: '',
    origin_source: '',
    error,
  }
}

it('2:4.2 an account server reuses a person of the name, the invite server asks', () => {
  expect(planOf({ name: 'tove' }, 'account_server_a', [UMA])).toEqual({ becomes: 'new' })
  expect(planOf({ name: 'uma' }, 'account_server_a', [UMA])).toEqual({ becomes: 'existing', person: UMA })
  expect(planOf({ name: 'uma' }, 'invite_server', [UMA])).toEqual({ becomes: 'unclear', person: UMA })
})

it('a second try replaces only its own rows', () => {
  const before = [result('a', 'username_conflict'), result('b', '')]
  const merged = mergeResults(before, [result('a', '')])
  expect(merged.map(({ remote_user_id, error }) => [remote_user_id, error])).toEqual([
    ['a', ''],
    ['b', ''],
  ])
  expect(mergeResults([], before)).toEqual(before)
})

it('offers another try only where it can help', () => {
  expect(canRetry({ error: 'username_conflict' })).toBe(true)
  expect(canRetry({ error: 'link_failed' })).toBe(true)
  expect(canRetry({ error: 'user_has_account' })).toBe(false)
  expect(canRetry({ error: '' })).toBe(false)
})
